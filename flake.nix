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
          cargoBuildFlags = [ "--package" "narrows" ];
          # The tests make loop devices and emulated machines, for which the sandbox has no rights.
          doCheck = false;
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/narrows man > narrows.1
            installManPage narrows.1
            for shell in bash zsh fish; do
              $out/bin/narrows completions $shell > narrows.$shell
              installShellCompletion --$shell narrows.$shell
            done
          '';
          meta.mainProgram = "narrows";
        };
      });
    };
}
