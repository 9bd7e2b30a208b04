{
  description = "Finds the bottleneck between a machine's drives and its processor";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      manifest = nixpkgs.lib.importTOML ./Cargo.toml;
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "narrows";
          version = manifest.workspace.package.version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          cargoBuildFlags = [ "--package" "narrows" "--package" "narrows-hosts" ];
          # The tests make loop devices and emulated machines, for which the sandbox has no rights.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            for program in narrows narrows-hosts; do
              $out/bin/$program man > $program.1
              installManPage $program.1
              for shell in bash zsh fish; do
                $out/bin/$program completions $shell > $program.$shell
                installShellCompletion --$shell $program.$shell
              done
              mkdir -p $out/share/nushell/vendor/autoload
              $out/bin/$program completions nushell > $out/share/nushell/vendor/autoload/$program.nu
            done
          '';
          meta.mainProgram = "narrows";
        };
      });
    };
}
