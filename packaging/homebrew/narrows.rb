# Homebrew on Linux; version, places and sums are filled in by `cargo xtask dist`.
class Narrows < Formula
  desc "Finds the bottleneck between a machine's drives and its processor"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on :linux

  on_intel do
    url "@DOWNLOADS@/narrows-@VERSION@-x86_64-linux.tar.gz"
    sha256 "@X86_64@"
  end
  on_arm do
    url "@DOWNLOADS@/narrows-@VERSION@-aarch64-linux.tar.gz"
    sha256 "@AARCH64@"
  end

  def install
    bin.install "narrows", "narrows-hosts"
    man1.install "narrows.1", "narrows-hosts.1"
    %w[narrows narrows-hosts].each do |program|
      bash_completion.install "completions/#{program}.bash" => program
      zsh_completion.install "completions/_#{program}"
      fish_completion.install "completions/#{program}.fish"
    end
  end

  test do
    assert_match "DMI 3.0 x4", shell_output("#{bin}/narrows see catalog:asrock-z170-oc-formula/3x-m8pe")
  end
end
