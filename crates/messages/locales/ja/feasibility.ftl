# 起動とRAIDの可否: 規則ごとの判定、設定すべきこと、確かめ方
feasible-sata-drive =
    { $holds ->
        [yes] { $what } はSATAドライブです。
        [no] { $what } はSATAドライブではありません。
        [contradicted] { $what } がSATAドライブかどうかは、情報源が食い違っています。
       *[not-known] { $what } がSATAドライブかどうかはわかっていません。
    }
feasible-nvme-drive =
    { $holds ->
        [yes] { $what } はNVMeドライブです。
        [no] { $what } はNVMeドライブではありません。
        [contradicted] { $what } がファームウェアのNVMeドライバで動くかどうかは、情報源が食い違っています。
       *[not-known] { $what } がファームウェアのNVMeドライバで動くかどうかはわかっていません。
    }
feasible-pcie-drive =
    { $holds ->
        [yes] { $what } はPCIeドライブです。
        [no] { $what } はPCIeドライブではありません。
        [contradicted] { $what } がPCIeドライブかどうかは、情報源が食い違っています。
       *[not-known] { $what } がPCIeドライブかどうかはわかっていません。
    }
feasible-own-driver =
    { $holds ->
        [yes] { $what } のファームウェアはNVMeドライバを内蔵しています。ドライブ側のオプションROMは不要です。
        [no] { $what } のファームウェアはNVMeドライバを内蔵していません。
        [contradicted] { $what } のファームウェアがNVMeドライバを内蔵しているかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがNVMeドライバを内蔵しているかどうかはわかっていません。
    }
feasible-runs-uefi-rom =
    { $holds ->
        [yes] { $what } のファームウェアはドライブのUEFI用オプションROMを実行します（UEFI 2.3.1以降）。
        [no] { $what } のファームウェアはドライブのUEFI用オプションROMを実行しません。
        [contradicted] { $what } のファームウェアがドライブのUEFI用オプションROMを実行するかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがドライブのUEFI用オプションROMを実行するかどうかはわかっていません。
    }
feasible-has-uefi-rom =
    { $holds ->
        [yes] { $what } はUEFI用オプションROMを持っています。
        [no] { $what } はUEFI用オプションROMを持っていません。
        [contradicted] { $what } がUEFI用オプションROMを持っているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がUEFI用オプションROMを持っているかどうかはわかっていません。
    }
feasible-runs-legacy-rom =
    { $holds ->
        [yes] { $what } のファームウェアはドライブのレガシーBIOS用オプションROMを実行します。
        [no] { $what } のファームウェアはドライブのレガシーBIOS用オプションROMを実行しません。
        [contradicted] { $what } のファームウェアがドライブのレガシーBIOS用オプションROMを実行するかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがドライブのレガシーBIOS用オプションROMを実行するかどうかはわかっていません。
    }
feasible-has-legacy-rom =
    { $holds ->
        [yes] { $what } はレガシーBIOS用オプションROMを持っています。
        [no] { $what } はレガシーBIOS用オプションROMを持っていません。
        [contradicted] { $what } がレガシーBIOS用オプションROMを持っているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がレガシーBIOS用オプションROMを持っているかどうかはわかっていません。
    }
feasible-uefi-start =
    { $holds ->
        [yes] { $what } ではUEFIドライバでストレージを起動する設定です。
        [no] { $what } ではストレージの起動にUEFIドライバを使わない設定です。
        [contradicted] { $what } がUEFIドライバでストレージを起動する設定かどうかは、情報源が食い違っています。
       *[not-known] { $what } がUEFIドライバでストレージを起動する設定かどうかはわかっていません。
    }
feasible-legacy-start =
    { $holds ->
        [yes] { $what } のCSMは有効です。
        [no] { $what } のCSMは無効で、レガシー用オプションROMは動きません。
        [contradicted] { $what } のCSMが有効かどうかは、情報源が食い違っています。
       *[not-known] { $what } のCSMが有効かどうかはわかっていません。
    }
feasible-legacy-storage =
    { $holds ->
        [yes] { $what } ではレガシー用オプションROMでストレージを起動する設定です。
        [no] { $what } ではストレージの起動にレガシー用オプションROMを使わない設定です。
        [contradicted] { $what } がレガシー用オプションROMでストレージを起動する設定かどうかは、情報源が食い違っています。
       *[not-known] { $what } がレガシー用オプションROMでストレージを起動する設定かどうかはわかっていません。
    }
feasible-legacy-bios =
    { $holds ->
        [yes] { $what } のファームウェアはレガシーBIOSです。
        [no] { $what } のファームウェアはUEFIです。
        [contradicted] { $what } のファームウェアがレガシーBIOSかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがレガシーBIOSかどうかはわかっていません。
    }
feasible-module-off =
    { $holds ->
        [yes] { $what } のCSMは無効です。
        [no] { $what } のCSMは有効です。
        [contradicted] { $what } のCSMが無効かどうかは、情報源が食い違っています。
       *[not-known] { $what } のCSMが無効かどうかはわかっていません。
    }
feasible-module-switch =
    { $holds ->
        [yes] { $what } のCSMはメニューで無効にできます。
        [no] { $what } のCSMは無効にできません。
        [contradicted] { $what } のCSMを無効にできるかどうかは、情報源が食い違っています。
       *[not-known] { $what } のCSMを無効にできるかどうかはわかっていません。
    }
feasible-graphics-uefi =
    { $holds ->
        [yes] { $what } の主グラフィックスカードはUEFIドライバを持っています。
        [no] { $what } の主グラフィックスカードはレガシー用オプションROMしか持たず、CSMなしでは起動前に止まります。
        [contradicted] { $what } の主グラフィックスカードがUEFIドライバを持っているかどうかは、情報源が食い違っています。
       *[not-known] { $what } の主グラフィックスカードがUEFIドライバを持っているかどうかはわかっていません。
    }
feasible-not-behind-raid =
    { $holds ->
        [yes] { $what } のドライブはそのまま見えます。
        [no] { $what } のドライブはチップセットのRAIDの陰に隠れます。
        [contradicted] { $what } のドライブがチップセットのRAIDに隠れないかどうかは、情報源が食い違っています。
       *[not-known] { $what } のドライブがチップセットのRAIDに隠れないかどうかはわかっていません。
    }
feasible-starts-behind-raid =
    { $holds ->
        [yes] { $what } のドライブはファームウェアのRAIDドライバ経由で起動できます。
        [no] { $what } のドライブはファームウェアのRAIDドライバ経由では起動できません。
        [contradicted] { $what } のドライブがファームウェアのRAIDドライバ経由で起動できるかどうかは、情報源が食い違っています。
       *[not-known] { $what } のドライブがファームウェアのRAIDドライバ経由で起動できるかどうかはわかっていません。
    }
feasible-not-behind-vmd =
    { $holds ->
        [yes] { $what } ではVMDやRAIDモードがドライブの手前に入りません。
        [no] { $what } ではVMDやRAIDモードがドライブの手前に入ります。
        [contradicted] { $what } でVMDやRAIDモードがドライブの手前に入らないかどうかは、情報源が食い違っています。
       *[not-known] { $what } でVMDやRAIDモードがドライブの手前に入らないかどうかはわかっていません。
    }
feasible-os-driver =
    { $holds ->
        [yes] OSにはNVMeドライバが入っています。
        [no] OSのセットアップにはNVMeドライバが入っていません。
        [contradicted] OSにNVMeドライバが入っているかどうかは、情報源が食い違っています。
       *[not-known] OSにNVMeドライバが入っているかどうかはわかっていません。
    }
feasible-windows-7-module =
    { $holds ->
        [yes] CSMの設定はOSに合っています。
        [no] Windows 7をUEFIで起動するには { $what } のCSMを有効にする必要があります。
        [contradicted] CSMの設定がOSに合っているかどうかは、情報源が食い違っています（Windows 7には有効が必要です）。
       *[not-known] CSMの設定がOSに合っているかどうかはわかっていません（Windows 7には有効が必要です）。
    }
feasible-slot-tried =
    { $holds ->
        [yes] このファームウェアの版で { $what } から起動できない理由は見当たりません。
        [no] このファームウェアの版では { $what } から起動しません。
        [contradicted] このファームウェアの版で { $what } から起動できるかどうかは、情報源が食い違っています。
       *[not-known] このファームウェアの版で { $what } から起動できるかどうかはわかっていません。
    }
feasible-drive-listed =
    { $holds ->
        [yes] { $what } はファームウェアの画面に表示されます。
        [no] { $what } は現在のドライブファームウェアでは画面に表示されません。
        [contradicted] { $what } が現在のドライブファームウェアで画面に表示されるかどうかは、情報源が食い違っています。
       *[not-known] { $what } が現在のドライブファームウェアで画面に表示されるかどうかはわかっていません。
    }
feasible-chipset-sata-raid =
    { $holds ->
        [yes] { $what } のRAIDはSATAドライブを組めます。
        [no] { $what } にはSATAドライブのRAIDがありません。
        [contradicted] { $what } のRAIDがSATAドライブを組めるかどうかは、情報源が食い違っています。
       *[not-known] { $what } のRAIDがSATAドライブを組めるかどうかはわかっていません。
    }
feasible-raid-port =
    { $holds ->
        [yes] { $what } はRAIDコントローラのポートです。
        [no] { $what } はRAIDコントローラのポートではありません。
        [contradicted] { $what } がRAIDコントローラのポートかどうかは、情報源が食い違っています。
       *[not-known] { $what } がRAIDコントローラのポートかどうかはわかっていません。
    }
feasible-sata-mode =
    { $holds ->
        [yes] { $what } のSATAモードはRAIDです。
        [no] { $what } のSATAモードはAHCIです。
        [contradicted] { $what } のSATAモードがRAIDかどうかは、情報源が食い違っています。
       *[not-known] { $what } のSATAモードがRAIDかどうかはわかっていません。
    }
feasible-chipset-remaps =
    { $holds ->
        [yes] { $what } はPCIeドライブをSATAドライブに見せてRAIDに渡せます（リマッピング）。
        [no] { $what } にはPCIeドライブのリマッピングがなく、RAIDはOSでしか組めません。
        [contradicted] { $what } がPCIeドライブのリマッピングを持つかどうかは、情報源が食い違っています。
       *[not-known] { $what } がPCIeドライブのリマッピングを持つかどうかはわかっていません。
    }
feasible-firmware-remaps =
    { $holds ->
        [yes] { $what } のファームウェアはリマッピングを実装しています。
        [no] { $what } のファームウェアはリマッピングを実装していません。
        [contradicted] { $what } のファームウェアがリマッピングを実装しているかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがリマッピングを実装しているかどうかはわかっていません。
    }
feasible-slot-on-chipset =
    { $holds ->
        [yes] { $what } はチップセットにつながっています。
        [no] { $what } はプロセッサ直結で、チップセットのRAIDからは届きません。
        [contradicted] { $what } がチップセットにつながっているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がチップセットにつながっているかどうかはわかっていません。
    }
feasible-slot-on-cpu =
    { $holds ->
        [yes] { $what } はプロセッサ直結です。
        [no] { $what } はプロセッサ直結ではありません。
        [contradicted] { $what } がプロセッサ直結かどうかは、情報源が食い違っています。
       *[not-known] { $what } がプロセッサ直結かどうかはわかっていません。
    }
feasible-slot-in-set =
    { $holds ->
        [yes] { $what } はリマッピングできるレーンの組にあります。
        [no] { $what } はリマッピングできるレーンの組にありません。
        [contradicted] { $what } がリマッピングできるレーンの組にあるかどうかは、情報源が食い違っています。
       *[not-known] { $what } がリマッピングできるレーンの組にあるかどうかはわかっていません。
    }
feasible-slot-widest =
    { $holds ->
        [yes] { $what } にはRAIDに入れるドライブに足りるレーンがあります。
        [no] { $what } にはRAIDに入れるドライブに足りるレーンがありません。
        [contradicted] { $what } にRAIDに入れるドライブに足りるレーンがあるかどうかは、情報源が食い違っています。
       *[not-known] { $what } にRAIDに入れるドライブに足りるレーンがあるかどうかはわかっていません。
    }
feasible-slot-width =
    { $holds ->
        [yes] { $what } は足りるレーン数に設定されています。
        [no] { $what } の設定はドライブのレーン数に足りません。
        [contradicted] { $what } が足りるレーン数に設定されているかどうかは、情報源が食い違っています。
       *[not-known] { $what } が足りるレーン数に設定されているかどうかはわかっていません。
    }
feasible-rst-speaks =
    { $holds ->
        [yes] { $what } のIntel RSTはこの種類のドライブに対応しています（AHCIは13、NVMeは14から）。
        [no] { $what } のIntel RSTはこの種類のドライブには古すぎます（AHCIは13、NVMeは14から）。
        [contradicted] { $what } のIntel RSTが十分に新しいかどうかは、情報源が食い違っています（AHCIは13、NVMeは14から）。
       *[not-known] { $what } のIntel RSTが十分に新しいかどうかはわかっていません（AHCIは13、NVMeは14から）。
    }
feasible-slot-entry =
    { $holds ->
        [yes] { $what } のドライブをRAIDに渡す設定が有効です。
        [no] { $what } のドライブをRAIDに渡す設定が有効ではありません。
        [contradicted] { $what } のドライブをRAIDに渡す設定が有効かどうかは、情報源が食い違っています。
       *[not-known] { $what } のドライブをRAIDに渡す設定が有効かどうかはわかっていません。
    }
feasible-raid-os-driver =
    { $holds ->
        [yes] OSにはファームウェアRAIDのドライバがあります。
        [no] OSにはファームウェアRAIDのドライバがありません。
        [contradicted] OSにファームウェアRAIDのドライバがあるかどうかは、情報源が食い違っています。
       *[not-known] OSにファームウェアRAIDのドライバがあるかどうかはわかっていません。
    }
feasible-cpu-attached =
    { $holds ->
        [yes] { $what } は一部のボードで、プロセッサ直結のIntel製ドライブのRAIDに対応します。
        [no] { $what } にはVROC以外にプロセッサ直結のRAIDがありません。
        [contradicted] { $what } がプロセッサ直結のRAIDに対応するかどうかは、情報源が食い違っています。
       *[not-known] { $what } がプロセッサ直結のRAIDに対応するかどうかはわかっていません。
    }
feasible-cpu-attached-board =
    { $holds ->
        [yes] { $what } はプロセッサ直結のRAIDを備えています。
        [no] { $what } はプロセッサ直結のRAIDを備えていません。
        [contradicted] { $what } がプロセッサ直結のRAIDを備えているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がプロセッサ直結のRAIDを備えているかどうかはわかっていません。
    }
feasible-intel-drive =
    { $holds ->
        [yes] { $what } はIntel製です。
        [no] { $what } はIntel製ではありません。
        [contradicted] { $what } がIntel製かどうかは、情報源が食い違っています。
       *[not-known] { $what } がIntel製かどうかはわかっていません。
    }
feasible-chipset-vmd =
    { $holds ->
        [yes] { $what } はVMD配下のIntel RSTを備え、どのポートでも使えます。
        [no] { $what } にはVMD配下のIntel RSTがありません。
        [contradicted] { $what } がVMD配下のIntel RSTを備えているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がVMD配下のIntel RSTを備えているかどうかはわかっていません。
    }
feasible-vmd-on =
    { $holds ->
        [yes] { $what } のVMDは有効です。
        [no] { $what } のVMDは無効です。
        [contradicted] { $what } のVMDが有効かどうかは、情報源が食い違っています。
       *[not-known] { $what } のVMDが有効かどうかはわかっていません。
    }
feasible-cpu-vmd =
    { $holds ->
        [yes] { $what } のプロセッサはVROC用のVMDを持っています。
        [no] { $what } のプロセッサはVROC用のVMDを持っていません。
        [contradicted] { $what } のプロセッサがVROC用のVMDを持っているかどうかは、情報源が食い違っています。
       *[not-known] { $what } のプロセッサがVROC用のVMDを持っているかどうかはわかっていません。
    }
feasible-vroc-platform =
    { $holds ->
        [yes] { $what } のファームウェアはVROCを備えています。
        [no] { $what } のファームウェアはVROCを備えていません。
        [contradicted] { $what } のファームウェアがVROCを備えているかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアがVROCを備えているかどうかはわかっていません。
    }
feasible-vroc-key =
    { $holds ->
        [yes] { $what } にはVROCのキーがあります。
        [no] { $what } にはVROCのキーがありません。
        [contradicted] { $what } にVROCのキーがあるかどうかは、情報源が食い違っています。
       *[not-known] { $what } にVROCのキーがあるかどうかはわかっていません。
    }
feasible-vroc-level =
    { $holds ->
        [yes] VROCのキーは { $what } に対応しています。
        [no] VROCのキーは { $what } に対応していません。
        [contradicted] VROCのキーが { $what } に対応しているかどうかは、情報源が食い違っています。
       *[not-known] VROCのキーが { $what } に対応しているかどうかはわかっていません。
    }
feasible-vroc-drive =
    { $holds ->
        [yes] VROCのキーは { $what } を受け付けます。
        [no] VROCのキーはIntel製ドライブ専用で、{ $what } を受け付けません。
        [contradicted] VROCのキーが { $what } を受け付けるかどうかは、情報源が食い違っています。
       *[not-known] VROCのキーが { $what } を受け付けるかどうかはわかっていません。
    }
feasible-vroc-domain =
    { $holds ->
        [yes] 全メンバーが { $what } の同じVMDにつながっています。
        [no] メンバーが { $what } の複数のVMDにまたがるため、このアレイからは起動できません。
        [contradicted] 全メンバーが { $what } の同じVMDにつながっているかどうかは、情報源が食い違っています。
       *[not-known] 全メンバーが { $what } の同じVMDにつながっているかどうかはわかっていません。
    }
feasible-amd-raid =
    { $holds ->
        [yes] { $what } はAMD RAIDXpert2を備え、プロセッサとチップセットのレーンで使えます。
        [no] { $what } にはAMD RAIDXpert2がありません。
        [contradicted] { $what } がAMD RAIDXpert2を備えているかどうかは、情報源が食い違っています。
       *[not-known] { $what } がAMD RAIDXpert2を備えているかどうかはわかっていません。
    }
feasible-amd-nvme-mode =
    { $holds ->
        [yes] { $what } のNVMe RAIDモードは有効です。
        [no] { $what } のNVMe RAIDモードは無効です。
        [contradicted] { $what } のNVMe RAIDモードが有効かどうかは、情報源が食い違っています。
       *[not-known] { $what } のNVMe RAIDモードが有効かどうかはわかっていません。
    }
feasible-level-members =
    { $holds ->
        [yes] ドライブの台数は合っています（{ $what }）。
        [no] ドライブの台数が合わないか、そのレベルがありません（{ $what }）。
        [contradicted] ドライブの台数が合っているかどうかは、情報源が食い違っています（{ $what }）。
       *[not-known] ドライブの台数が合っているかどうかはわかっていません（{ $what }）。
    }
feasible-set-count =
    { $holds ->
        [yes] { $what } はこの台数をリマッピングできます。
        [no] { $what } はこの台数をリマッピングできません。
        [contradicted] { $what } がこの台数をリマッピングできるかどうかは、情報源が食い違っています。
       *[not-known] { $what } がこの台数をリマッピングできるかどうかはわかっていません。
    }
feasible-sets-differ =
    { $holds ->
        [yes] リマッピングするドライブはそれぞれ別のレーンの組にあります（{ $what }）。
        [no] 2台が1台用の同じレーンの組を使うことになります（{ $what }）。
        [contradicted] リマッピングするドライブがそれぞれ別のレーンの組にあるかどうかは、情報源が食い違っています（{ $what }）。
       *[not-known] リマッピングするドライブがそれぞれ別のレーンの組にあるかどうかはわかっていません（{ $what }）。
    }
feasible-one-kind =
    { $holds ->
        [yes] メンバーはSATAかPCIeのどちらかにそろっています。
        [no] SATAドライブとPCIeドライブを1つのボリュームに混ぜることはできません。
        [contradicted] メンバーがSATAかPCIeのどちらかにそろっているかどうかは、情報源が食い違っています。
       *[not-known] メンバーがSATAかPCIeのどちらかにそろっているかどうかはわかっていません。
    }
feasible-firmware-volume =
    { $holds ->
        [yes] { $what } のファームウェアは自身のRAIDのボリュームを認識し、そこから起動できます。
        [no] { $what } のファームウェアは自身のRAIDのボリュームから起動できません。
        [contradicted] { $what } のファームウェアが自身のRAIDのボリュームから起動できるかどうかは、情報源が食い違っています。
       *[not-known] { $what } のファームウェアが自身のRAIDのボリュームから起動できるかどうかはわかっていません。
    }
feasible-remapped-volume =
    { $holds ->
        [yes] { $what } のファームウェアはリマッピングしたドライブのボリュームから起動できます。
        [no] { $what } のファームウェアはリマッピングしたドライブのボリュームから起動できません。
        [contradicted] { $what } のファームウェアがリマッピングしたドライブのボリュームから起動できるかどうかは、情報源が食い違っています（できないボードもあります）。
       *[not-known] { $what } のファームウェアがリマッピングしたドライブのボリュームから起動できるかどうかはわかっていません（できないボードもあります）。
    }
feasible-windows-stripe-start =
    { $holds ->
        [yes] Windowsは自身のストライプボリュームから起動できます。
        [no] Windowsは自身のストライプボリュームからは起動できません。アレイはWindowsが動いてはじめて現れるためです。
        [contradicted] Windowsが自身のストライプボリュームから起動できるかどうかは、情報源が食い違っています。
       *[not-known] Windowsが自身のストライプボリュームから起動できるかどうかはわかっていません。
    }
feasible-windows-mirror-start =
    { $holds ->
        [yes] Windowsは自身のミラーボリュームから起動できます。
        [no] Windowsは自身のミラーボリュームから起動できません。
        [contradicted] Windowsが自身のミラーボリュームから起動できるかどうかは、情報源が食い違っています。
       *[not-known] Windowsが自身のミラーボリュームから起動できるかどうかはわかっていません。
    }
feasible-windows-os =
    { $holds ->
        [yes] OSはWindowsです。
        [no] OSはWindowsではありません。
        [contradicted] OSがWindowsかどうかは、情報源が食い違っています。
       *[not-known] OSがWindowsかどうかはわかっていません。
    }
feasible-linux-os =
    { $holds ->
        [yes] OSはLinuxです。
        [no] OSはLinuxではありません。
        [contradicted] OSがLinuxかどうかは、情報源が食い違っています。
       *[not-known] OSがLinuxかどうかはわかっていません。
    }
feasible-linux-esp =
    { $holds ->
        [yes] EFIシステムパーティションはファームウェアが読める場所にあります。
        [no] EFIシステムパーティションはファームウェアが読めないアレイの中にあります。
        [contradicted] EFIシステムパーティションをファームウェアが読めるかどうかは、情報源が食い違っています。
       *[not-known] EFIシステムパーティションをファームウェアが読めるかどうかはわかっていません。
    }
feasible-linux-boot-files =
    { $holds ->
        [yes] ブートローダはカーネルとinitramfsを読めます。
        [no] ブートローダはカーネルとinitramfsのあるアレイを読めません。
        [contradicted] ブートローダがカーネルとinitramfsを読めるかどうかは、情報源が食い違っています。
       *[not-known] ブートローダがカーネルとinitramfsを読めるかどうかはわかっていません。
    }
feasible-linux-initramfs =
    { $holds ->
        [yes] initramfsはアレイを知っています。
        [no] initramfsはアレイを知りません。
        [contradicted] initramfsがアレイを知っているかどうかは、情報源が食い違っています。
       *[not-known] initramfsがアレイを知っているかどうかはわかっていません。
    }
feasible-linux-remapped =
    { $holds ->
        [yes] OSのRAIDドライバは、ファームウェアRAIDの陰にあるドライブを見せます。
        [no] Linuxにはチップセットがリマッピングしたドライブが見えません。
        [contradicted] ファームウェアRAIDの陰にあるドライブがOSから見えるかどうかは、情報源が食い違っています。
       *[not-known] ファームウェアRAIDの陰にあるドライブがOSから見えるかどうかはわかっていません。
    }
feasible-installer-proves-nothing =
    { $holds ->
        [yes] インストーラに { $what } が見えても、そこから起動できるとは限りません。
        [no] インストーラに { $what } が見えても、そこから起動できるとは限りません。
        [contradicted] インストーラに { $what } が見えるかどうかは、情報源が食い違っています（見えても起動できるとは限りません）。
       *[not-known] インストーラに { $what } が見えるかどうかはわかっていません（見えても起動できるとは限りません）。
    }
feasible-installer-untold =
    { $holds ->
        [yes] インストーラは { $what } を受け付けます。
        [no] インストーラは { $what } を拒みます。
        [contradicted] インストーラが { $what } を受け付けるかどうかは、情報源が食い違っています（起動できないドライブを受け付けた例も拒んだ例もあります）。
       *[not-known] インストーラが { $what } を受け付けるかどうかはわかっていません（起動できないドライブを受け付けた例も拒んだ例もあります）。
    }

feasible-set-uefi-start = { $what }: ストレージの起動をUEFIドライバ優先にします（Boot from Storage Devices = UEFI driver first）。
feasible-set-legacy-start = { $what }: CSMを有効にします。
feasible-set-legacy-storage = { $what }: ストレージの起動をレガシー用オプションROMにします。
feasible-set-module-off = { $what }: CSMを無効にします。
feasible-set-not-behind-raid = { $what }: ドライブをRAIDに渡さない設定にします（スロットのRAIDサポートを無効、またはSATAをAHCIモード）。
feasible-set-not-behind-vmd = { $what }: VMDまたはRAIDモードを無効にします。
feasible-set-os-driver = インストール時にNVMeドライバを与えるか、内蔵しているOSを使います（Windows 8.1、Linux 3.3以降）。
feasible-set-windows-7-module = { $what }（Windows 7の場合）: CSMを有効にし、ストレージはUEFIドライバ優先にします。
feasible-set-drive-listed = { $what } 自身のファームウェアを更新します。
feasible-set-sata-mode = { $what }: まずSATAモードをRAID（Intel RST Premium）にします。関連する設定はその後で現れます。
feasible-set-slot-width = { $what }: 4レーンに設定します。SATAポートが減ることがあります。
feasible-set-slot-entry = { $what }: ドライブをRAIDに渡します（PCIE Storage RAID Supportを有効、RST Controlledなど）。
feasible-set-raid-os-driver = OSにファームウェアRAIDのドライバを入れます（ファームウェアと同じ世代のもの）。
feasible-set-vmd-on = { $what }: VMDを有効にします。
feasible-set-vroc-key = { $what }: VROCのキーを挿します。
feasible-set-vroc-level = { $what } に対応するVROCのキーを使います（RAID 5にはPremium）。
feasible-set-vroc-drive = { $what } には、Intel製ドライブ専用でないVROCのキーを使います。
feasible-set-amd-nvme-mode = { $what }: NVMe RAIDモードを有効にします。
feasible-set-windows-os = Windowsを使います。
feasible-set-linux-os = Linuxを使います。
feasible-set-linux-esp = EFIシステムパーティションをアレイの外か、メタデータ1.0のRAID 1に置きます。
feasible-set-linux-boot-files = /boot をアレイの外か、ブートローダが読めるアレイに置きます。
feasible-set-linux-initramfs = アレイを mdadm.conf に書き、initramfsを作り直します。

feasible-settle-chipset = チップセットのデータシートで確かめます: { $what }。
feasible-settle-graphics = このグラフィックスカードでCSMを無効のままにできるか試します: { $what }。
feasible-settle-make-array = そこにドライブを挿してアレイを作ってみます: { $what }。
feasible-settle-model = ドライブが名乗る型番を確かめます: { $what }。
feasible-settle-module = CSMを無効にして再起動してみます: { $what }。
feasible-settle-processor = プロセッサのデータシートで確かめます: { $what }。
feasible-settle-raid-menu = そこにドライブを挿してファームウェアのRAIDメニューを見ます: { $what }。
feasible-settle-rom = ドライブのオプションROMを読むか、メーカーに確かめます: { $what }。
feasible-settle-rst-version = ファームウェアのメニューに出るIntel RSTの版を見ます: { $what }。
feasible-settle-tree = 動いている機械のデバイスツリーを見ます: { $what }。
feasible-settle-try-install = インストールしてみます: { $what }。
feasible-settle-try-legacy = CSMを有効にし、レガシー用オプションROMを持つドライブから起動してみます: { $what }。
feasible-settle-try-linux = そのドライブを付けてLinuxを起動し、見えるか確かめます。
feasible-settle-try-start = そこのドライブから起動してみます: { $what }。
feasible-settle-try-volume = ボリュームにインストールして起動してみます: { $what }。
feasible-settle-uefi-version = UEFIシェルの ver でUEFIの版（2.3.1以降か）を見るか、そのようなドライブから起動してみます: { $what }。

feasible-effect-tools = NVMeドライバとドライブの健康状態を読むツールからは見えなくなります。速度の低下は報告されていません。
feasible-effect-linux = Linuxからは見えなくなります。
feasible-effect-ports = SATAポート { $lost } （0から数えて）はレーンを失い、残りは { $kept } ポートです。
