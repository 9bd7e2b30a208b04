# 起動とRAIDの可否: ルールごとの判定、必要な設定、確認方法
feasible-card-starts =
    { $holds ->
        [yes] ファームウェアは{ $what }のポート上のドライブから起動します。
        [no] ファームウェアは{ $what }のポート上のドライブからは起動しません。
        [contradicted] ファームウェアが{ $what }のポート上のドライブから起動するかどうかは、情報源によって食い違いがあります。
       *[not-known] ファームウェアが{ $what }のポート上のドライブから起動するかどうかは不明です。カードのオプションROMが必要です。
    }
feasible-sata-drive =
    { $holds ->
        [yes] { $what } はSATAドライブです。
        [no] { $what } はSATAドライブではありません。
        [contradicted] { $what } がSATAドライブかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がSATAドライブかどうかは不明です。
    }
feasible-nvme-drive =
    { $holds ->
        [yes] { $what } はNVMeドライブです。
        [no] { $what } はNVMeドライブではありません。
        [contradicted] { $what } がファームウェアのNVMeドライバーで動くかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がファームウェアのNVMeドライバーで動くかどうかは不明です。
    }
feasible-pcie-drive =
    { $holds ->
        [yes] { $what } はPCIeドライブです。
        [no] { $what } はPCIeドライブではありません。
        [contradicted] { $what } がPCIeドライブかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がPCIeドライブかどうかは不明です。
    }
feasible-no-board = マザーボードが不明なため、NVMeドライブから起動できるか判断できません。カタログにあるボードなら --board で指定してください。
    .page = マザーボードが不明なため、NVMeドライブから起動できるか判断できません。上の欄でボードを選んでください。
feasible-firmware-unknown = { $board } のファームウェアがNVMeドライブから起動できるかは不明です。
feasible-own-driver =
    { $holds ->
        [yes] { $what } のファームウェアはNVMeドライバーを内蔵しています。ドライブ側のオプションROMは不要です。
        [no] { $what } のファームウェアはNVMeドライバーを内蔵していません。
        [contradicted] { $what } のファームウェアがNVMeドライバーを内蔵しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがNVMeドライバーを内蔵しているかどうかは不明です。
    }
feasible-runs-uefi-rom =
    { $holds ->
        [yes] { $what } のファームウェアはドライブのUEFIオプションROMを実行します（UEFI 2.3.1以降）。
        [no] { $what } のファームウェアはドライブのUEFIオプションROMを実行しません。
        [contradicted] { $what } のファームウェアがドライブのUEFIオプションROMを実行するかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがドライブのUEFIオプションROMを実行するかどうかは不明です。
    }
feasible-has-uefi-rom =
    { $holds ->
        [yes] { $what } はUEFIオプションROMを持っています。
        [no] { $what } はUEFIオプションROMを持っていません。
        [contradicted] { $what } がUEFIオプションROMを持っているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がUEFIオプションROMを持っているかどうかは不明です。
    }
feasible-runs-legacy-rom =
    { $holds ->
        [yes] { $what } のファームウェアはドライブのレガシーオプションROMを実行します。
        [no] { $what } のファームウェアはドライブのレガシーオプションROMを実行しません。
        [contradicted] { $what } のファームウェアがドライブのレガシーオプションROMを実行するかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがドライブのレガシーオプションROMを実行するかどうかは不明です。
    }
feasible-has-legacy-rom =
    { $holds ->
        [yes] { $what } はレガシーオプションROMを持っています。
        [no] { $what } はレガシーオプションROMを持っていません。
        [contradicted] { $what } がレガシーオプションROMを持っているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がレガシーオプションROMを持っているかどうかは不明です。
    }
feasible-uefi-start =
    { $holds ->
        [yes] { $what } はストレージの起動にUEFIドライバーを使う設定です。
        [no] { $what } はストレージの起動にUEFIドライバーを使わない設定です（レガシーオプションROMのみ、またはなし）。
        [contradicted] { $what } がストレージの起動にUEFIドライバーを使う設定かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がストレージの起動にUEFIドライバーを使う設定かどうかは不明です。
    }
feasible-legacy-start =
    { $holds ->
        [yes] { $what } のCSMは有効です。
        [no] { $what } のCSMは無効で、レガシーオプションROMは動きません。
        [contradicted] { $what } のCSMが有効かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のCSMが有効かどうかは不明です。
    }
feasible-legacy-storage =
    { $holds ->
        [yes] { $what } はストレージの起動にレガシーオプションROMを使う設定です。
        [no] { $what } はストレージの起動にレガシーオプションROMを使わない設定です。
        [contradicted] { $what } がストレージの起動にレガシーオプションROMを使う設定かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がストレージの起動にレガシーオプションROMを使う設定かどうかは不明です。
    }
feasible-legacy-bios =
    { $holds ->
        [yes] { $what } のファームウェアはレガシーBIOSです。
        [no] { $what } のファームウェアはUEFIです。
        [contradicted] { $what } のファームウェアがレガシーBIOSかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがレガシーBIOSかどうかは不明です。
    }
feasible-module-off =
    { $holds ->
        [yes] { $what } のCSMは無効です。
        [no] { $what } のCSMは有効です。
        [contradicted] { $what } のCSMが無効かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のCSMが無効かどうかは不明です。
    }
feasible-module-switch =
    { $holds ->
        [yes] { $what } のCSMはファームウェア設定で無効にできます。
        [no] { $what } のCSMは無効にできません。
        [contradicted] { $what } のCSMを無効にできるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のCSMを無効にできるかどうかは不明です。
    }
feasible-graphics-uefi =
    { $holds ->
        [yes] { $what } のプライマリーグラフィックスカードはUEFIドライバーを持っています。
        [no] { $what } のプライマリーグラフィックスカードはレガシーオプションROMしか持っていません。CSMを無効にすると起動前に停止します。
        [contradicted] { $what } のプライマリーグラフィックスカードがUEFIドライバーを持っているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のプライマリーグラフィックスカードがUEFIドライバーを持っているかどうかは不明です。
    }
feasible-not-behind-raid =
    { $holds ->
        [yes] { $what } のドライブは直接認識されます。
        [no] { $what } のドライブはチップセットRAIDの配下に隠れます。
        [contradicted] { $what } のドライブがチップセットRAIDの配下に隠れるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のドライブがチップセットRAIDの配下に隠れるかどうかは不明です。
    }
feasible-starts-behind-raid =
    { $holds ->
        [yes] { $what } のドライブはファームウェアのRAIDドライバー経由で起動できます。
        [no] { $what } のドライブはファームウェアのRAIDドライバー経由では起動できません。
        [contradicted] { $what } のドライブがファームウェアのRAIDドライバー経由で起動できるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のドライブがファームウェアのRAIDドライバー経由で起動できるかどうかは不明です。
    }
feasible-not-behind-vmd =
    { $holds ->
        [yes] { $what } では、ドライブはVMDやRAIDモードの配下に入りません。
        [no] { $what } では、ドライブがVMDまたはRAIDモードの配下に入ります。
        [contradicted] { $what } でドライブがVMDやRAIDモードの配下に入るかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } でドライブがVMDやRAIDモードの配下に入るかどうかは不明です。
    }
feasible-os-driver =
    { $holds ->
        [yes] OSにはNVMeドライバーが含まれています。
        [no] OSのインストーラーにはNVMeドライバーが含まれていません。
        [contradicted] OSにNVMeドライバーが含まれているかどうかは、情報源によって食い違いがあります。
       *[not-known] OSにNVMeドライバーが含まれているかどうかは不明です。
    }
feasible-windows-7-module =
    { $holds ->
        [yes] CSMの設定はOSに合っています。
        [no] Windows 7をUEFIで起動するには { $what } のCSMを有効にする必要があります。
        [contradicted] CSMの設定がOSに合っているかどうかは、情報源によって食い違いがあります（Windows 7ではCSMの有効化が必要です）。
       *[not-known] CSMの設定がOSに合っているかどうかは不明です（Windows 7ではCSMの有効化が必要です）。
    }
feasible-slot-tried =
    { $holds ->
        [yes] このファームウェアバージョンで { $what } から起動できないという報告はありません。
        [no] このファームウェアバージョンでは { $what } から起動しません。
        [contradicted] このファームウェアバージョンで { $what } から起動できるかどうかは、情報源によって食い違いがあります（未検証）。
       *[not-known] このファームウェアバージョンで { $what } から起動できるかどうかは不明です（未検証）。
    }
feasible-drive-listed =
    { $holds ->
        [yes] { $what } はUEFIの起動候補に出ます。
        [no] { $what } は現在のドライブファームウェアではUEFIの起動候補に出ません。
        [contradicted] { $what } が現在のドライブファームウェアでUEFIの起動候補に出るかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } が現在のドライブファームウェアでUEFIの起動候補に出るかどうかは不明です。
    }
feasible-chipset-sata-raid =
    { $holds ->
        [yes] { $what } のファームウェアRAIDはSATAドライブに対応しています。
        [no] { $what } にはSATAドライブ用のIntel RSTがありません。
        [contradicted] { $what } のファームウェアRAIDがSATAドライブに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアRAIDがSATAドライブに対応しているかどうかは不明です。
    }
feasible-raid-port =
    { $holds ->
        [yes] { $what } はRAIDコントローラーのポートです。
        [no] { $what } はRAIDコントローラーのポートではありません。
        [contradicted] { $what } がRAIDコントローラーのポートかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がRAIDコントローラーのポートかどうかは不明です。
    }
feasible-sata-mode =
    { $holds ->
        [yes] { $what } のSATAモードはRAIDです。
        [no] { $what } のSATAモードはAHCIです。
        [contradicted] { $what } のSATAモードがRAIDかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のSATAモードがRAIDかどうかは不明です。
    }
feasible-chipset-remaps =
    { $holds ->
        [yes] { $what } はPCIeドライブをSATAドライブとしてRAIDに渡せます（リマッピング）。
        [no] { $what } はIntel RSTのためのPCIeドライブのリマッピングに対応していません。
        [contradicted] { $what } がPCIeドライブのリマッピングに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がPCIeドライブのリマッピングに対応しているかどうかは不明です。
    }
feasible-firmware-remaps =
    { $holds ->
        [yes] { $what } のファームウェアはリマッピングを実装しています。
        [no] { $what } のファームウェアはリマッピングを実装していません。
        [contradicted] { $what } のファームウェアがリマッピングを実装しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがリマッピングを実装しているかどうかは不明です。
    }
feasible-slot-on-chipset =
    { $holds ->
        [yes] { $what } はチップセットに接続されています。
        [no] { $what } はCPU直結のため、チップセットRAIDには組み込めません。
        [contradicted] { $what } がチップセットに接続されているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がチップセットに接続されているかどうかは不明です。
    }
feasible-slot-on-cpu =
    { $holds ->
        [yes] { $what } はCPU直結です。
        [no] { $what } はCPU直結ではありません。
        [contradicted] { $what } がCPU直結かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がCPU直結かどうかは不明です。
    }
feasible-slot-in-set =
    { $holds ->
        [yes] { $what } はリマッピングできるレーンの組にあります。
        [no] { $what } はリマッピングできるレーンの組にありません。
        [contradicted] { $what } がリマッピングできるレーンの組にあるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がリマッピングできるレーンの組にあるかどうかは不明です。
    }
feasible-slot-widest =
    { $holds ->
        [yes] { $what } には、RAIDに組み込むドライブに必要なレーンがあります。
        [no] { $what } には、RAIDに組み込むドライブに必要なレーンがどの設定でもありません。
        [contradicted] { $what } に、RAIDに組み込むドライブに必要なレーンがあるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } に、RAIDに組み込むドライブに必要なレーンがあるかどうかは不明です。
    }
feasible-slot-width =
    { $holds ->
        [yes] { $what } は十分なレーン数に設定されています。
        [no] { $what } はドライブより少ないレーン数に設定されています。
        [contradicted] { $what } が十分なレーン数に設定されているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } が十分なレーン数に設定されているかどうかは不明です。
    }
feasible-rst-speaks =
    { $holds ->
        [yes] { $what } のIntel RSTはこの種類のドライブに対応しています（AHCIは13以降、NVMeは14以降）。
        [no] { $what } のIntel RSTはこの種類のドライブには古すぎます（AHCIは13以降、NVMeは14以降）。
        [contradicted] { $what } のIntel RSTが十分に新しいかどうかは、情報源によって食い違いがあります（AHCIは13以降、NVMeは14以降）。
       *[not-known] { $what } のIntel RSTが十分に新しいかどうかは不明です（AHCIは13以降、NVMeは14以降）。
    }
feasible-slot-entry =
    { $holds ->
        [yes] { $what } のドライブはRAIDに割り当てられています。
        [no] { $what } のドライブはRAIDに割り当てられていません。
        [contradicted] { $what } のドライブがRAIDに割り当てられているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のドライブがRAIDに割り当てられているかどうかは不明です。
    }
feasible-raid-os-driver =
    { $holds ->
        [yes] OSにはファームウェアRAIDのドライバーがあります。
        [no] OSにはファームウェアRAIDのドライバーがありません。
        [contradicted] OSにファームウェアRAIDのドライバーがあるかどうかは、情報源によって食い違いがあります。
       *[not-known] OSにファームウェアRAIDのドライバーがあるかどうかは不明です。
    }
feasible-cpu-attached =
    { $holds ->
        [yes] { $what } は一部のボードで、CPU直結のIntel製ドライブでのIntel RSTに対応しています。
        [no] { $what } はCPU直結ドライブでのIntel RSTに対応していません。
        [contradicted] { $what } がCPU直結ドライブでのIntel RSTに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がCPU直結ドライブでのIntel RSTに対応しているかどうかは不明です。
    }
feasible-cpu-attached-board =
    { $holds ->
        [yes] { $what } はCPU直結ドライブでのRAIDに対応しています。
        [no] { $what } はCPU直結ドライブでのRAIDに対応していません。
        [contradicted] { $what } がCPU直結ドライブでのRAIDに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がCPU直結ドライブでのRAIDに対応しているかどうかは不明です。
    }
feasible-intel-drive =
    { $holds ->
        [yes] { $what } はIntel製です。
        [no] { $what } はIntel製ではありません。
        [contradicted] { $what } がIntel製かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がIntel製かどうかは不明です。
    }
feasible-chipset-vmd =
    { $holds ->
        [yes] { $what } はVMD配下のIntel RSTに対応し、どのポートでも使えます。
        [no] { $what } はVMD配下のIntel RSTに対応していません。
        [contradicted] { $what } がVMD配下のIntel RSTに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がVMD配下のIntel RSTに対応しているかどうかは不明です。
    }
feasible-vmd-on =
    { $holds ->
        [yes] { $what } のVMDは有効です。
        [no] { $what } のVMDは無効です。
        [contradicted] { $what } のVMDが有効かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のVMDが有効かどうかは不明です。
    }
feasible-cpu-vmd =
    { $holds ->
        [yes] { $what } のCPUはVROC用のVMDを持っています。
        [no] { $what } のCPUはVROC用のVMDを持っていません。
        [contradicted] { $what } のCPUがVROC用のVMDを持っているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のCPUがVROC用のVMDを持っているかどうかは不明です。
    }
feasible-vroc-platform =
    { $holds ->
        [yes] { $what } のファームウェアはVROCに対応しています。
        [no] { $what } のファームウェアはVROCに対応していません。
        [contradicted] { $what } のファームウェアがVROCに対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアがVROCに対応しているかどうかは不明です。
    }
feasible-vroc-key =
    { $holds ->
        [yes] { $what } にはVROCキーがあります。
        [no] { $what } にはVROCキーがありません。
        [contradicted] { $what } にVROCキーがあるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } にVROCキーがあるかどうかは不明です。
    }
feasible-vroc-level =
    { $holds ->
        [yes] VROCキーは { $what } に対応しています。
        [no] VROCキーは { $what } に対応していません。
        [contradicted] VROCキーが { $what } に対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] VROCキーが { $what } に対応しているかどうかは不明です。
    }
feasible-vroc-drive =
    { $holds ->
        [yes] VROCキーは { $what } を受け付けます。
        [no] VROCキーはIntel製ドライブ専用で、{ $what } を受け付けません。
        [contradicted] VROCキーが { $what } を受け付けるかどうかは、情報源によって食い違いがあります。
       *[not-known] VROCキーが { $what } を受け付けるかどうかは不明です。
    }
feasible-vroc-domain =
    { $holds ->
        [yes] 全メンバーが { $what } の同じVMDの配下にあります。
        [no] メンバーが { $what } の複数のVMDにまたがるため、このアレイからは起動できません。
        [contradicted] 全メンバーが { $what } の同じVMDの配下にあるかどうかは、情報源によって食い違いがあります。
       *[not-known] 全メンバーが { $what } の同じVMDの配下にあるかどうかは不明です。
    }
feasible-amd-raid =
    { $holds ->
        [yes] { $what } はAMD RAIDXpert2に対応し、CPUとチップセットのレーンで使えます。
        [no] { $what } はAMD RAIDXpert2に対応していません。
        [contradicted] { $what } がAMD RAIDXpert2に対応しているかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がAMD RAIDXpert2に対応しているかどうかは不明です。
    }
feasible-amd-nvme-mode =
    { $holds ->
        [yes] { $what } のNVMe RAIDモードは有効です。
        [no] { $what } のNVMe RAIDモードは無効です。
        [contradicted] { $what } のNVMe RAIDモードが有効かどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のNVMe RAIDモードが有効かどうかは不明です。
    }
feasible-level-missing = そのレベルには対応していません（{ $what }）。
feasible-level-members =
    { $holds ->
        [yes] ドライブの台数は条件を満たしています（{ $what }）。
        [no] ドライブの台数が条件を満たしていません（{ $what }）。
        [contradicted] ドライブの台数が条件を満たしているかどうかは、情報源によって食い違いがあります（{ $what }）。
       *[not-known] ドライブの台数が条件を満たしているかどうかは不明です（{ $what }）。
    }
feasible-set-count =
    { $holds ->
        [yes] { $what } はこの台数をリマッピングできます。
        [no] { $what } はこの台数をリマッピングできません。
        [contradicted] { $what } がこの台数をリマッピングできるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } がこの台数をリマッピングできるかどうかは不明です。
    }
feasible-sets-differ =
    { $holds ->
        [yes] リマッピングするドライブはそれぞれ別のレーンの組にあります（{ $what }）。
        [no] 1 台しか使えないレーンの組を 2 台で共有することになります（{ $what }）。
        [contradicted] リマッピングするドライブがそれぞれ別のレーンの組にあるかどうかは、情報源によって食い違いがあります（{ $what }）。
       *[not-known] リマッピングするドライブがそれぞれ別のレーンの組にあるかどうかは不明です（{ $what }）。
    }
feasible-one-kind =
    { $holds ->
        [yes] メンバーはSATAかPCIeのどちらかにそろっています。
        [no] SATAドライブとPCIeドライブを 1 つのボリュームに混ぜることはできません。
        [contradicted] メンバーがSATAかPCIeのどちらかにそろっているかどうかは、情報源によって食い違いがあります。
       *[not-known] メンバーがSATAかPCIeのどちらかにそろっているかどうかは不明です。
    }
feasible-firmware-volume =
    { $holds ->
        [yes] { $what } のファームウェアは自身のRAIDボリュームを認識し、そこから起動できます。
        [no] { $what } のファームウェアは自身のRAIDボリュームから起動できません。
        [contradicted] { $what } のファームウェアが自身のRAIDボリュームから起動できるかどうかは、情報源によって食い違いがあります。
       *[not-known] { $what } のファームウェアが自身のRAIDボリュームから起動できるかどうかは不明です。
    }
feasible-remapped-volume =
    { $holds ->
        [yes] { $what } のファームウェアはリマッピングしたドライブのボリュームから起動できます。
        [no] { $what } のファームウェアはリマッピングしたドライブのボリュームから起動できません。
        [contradicted] { $what } のファームウェアがリマッピングしたドライブのボリュームから起動できるかどうかは、情報源によって食い違いがあります（できないボードもあります）。
       *[not-known] { $what } のファームウェアがリマッピングしたドライブのボリュームから起動できるかどうかは不明です（できないボードもあります）。
    }
feasible-windows-stripe-start =
    { $holds ->
        [yes] Windowsは自身のストライプボリュームから起動できます。
        [no] Windowsは自身のストライプボリュームからは起動できません。アレイはWindowsの起動後にしか存在しないためです。
        [contradicted] Windowsが自身のストライプボリュームから起動できるかどうかは、情報源によって食い違いがあります。
       *[not-known] Windowsが自身のストライプボリュームから起動できるかどうかは不明です。
    }
feasible-windows-mirror-start =
    { $holds ->
        [yes] Windowsは自身のミラーボリュームから起動できます。
        [no] Windowsは自身のミラーボリュームから起動できません。
        [contradicted] Windowsが自身のミラーボリュームから起動できるかどうかは、情報源によって食い違いがあります。
       *[not-known] Windowsが自身のミラーボリュームから起動できるかどうかは不明です。
    }
feasible-windows-os =
    { $holds ->
        [yes] OSはWindowsです。
        [no] OSはWindowsではありません。
        [contradicted] OSがWindowsかどうかは、情報源によって食い違いがあります。
       *[not-known] OSがWindowsかどうかは不明です。
    }
feasible-linux-os =
    { $holds ->
        [yes] OSはLinuxです。
        [no] OSはLinuxではありません。
        [contradicted] OSがLinuxかどうかは、情報源によって食い違いがあります。
       *[not-known] OSがLinuxかどうかは不明です。
    }
feasible-linux-esp =
    { $holds ->
        [yes] ファームウェアはEFIシステムパーティションを読めます。
        [no] EFIシステムパーティションはファームウェアが読めないアレイの中にあります。
        [contradicted] EFIシステムパーティションをファームウェアが読めるかどうかは、情報源によって食い違いがあります。
       *[not-known] EFIシステムパーティションをファームウェアが読めるかどうかは不明です。
    }
feasible-linux-boot-files =
    { $holds ->
        [yes] ブートローダーはカーネルとinitramfsを読めます。
        [no] ブートローダーはカーネルとinitramfsのあるアレイを読めません。
        [contradicted] ブートローダーがカーネルとinitramfsを読めるかどうかは、情報源によって食い違いがあります。
       *[not-known] ブートローダーがカーネルとinitramfsを読めるかどうかは不明です。
    }
feasible-linux-initramfs =
    { $holds ->
        [yes] initramfsにアレイの構成が含まれています。
        [no] initramfsにアレイの構成が含まれていません。
        [contradicted] initramfsにアレイの構成が含まれているかどうかは、情報源によって食い違いがあります。
       *[not-known] initramfsにアレイの構成が含まれているかどうかは不明です。
    }
feasible-linux-remapped =
    { $holds ->
        [yes] OSのRAIDドライバーは、ファームウェアRAID配下のドライブを認識します。
        [no] チップセットがリマッピングしたドライブは、Linuxからは見えません。
        [contradicted] ファームウェアRAID配下のドライブがOSから見えるかどうかは、情報源によって食い違いがあります。
       *[not-known] ファームウェアRAID配下のドライブがOSから見えるかどうかは不明です。
    }
feasible-installer-proves-nothing =
    { $holds ->
        [yes] インストーラーが { $what } を認識しても、そこから起動できるとは限りません。
        [no] インストーラーが { $what } を認識しても、そこから起動できるとは限りません。
        [contradicted] インストーラーが { $what } を認識するかどうかは、情報源によって食い違いがあります（認識しても起動できるとは限りません）。
       *[not-known] インストーラーが { $what } を認識するかどうかは不明です（認識しても起動できるとは限りません）。
    }
feasible-installer-untold =
    { $holds ->
        [yes] インストーラーは { $what } を受け付けます。
        [no] インストーラーは { $what } を拒否します。
        [contradicted] インストーラーが { $what } を受け付けるかどうかは、情報源によって食い違いがあります（ファームウェアが起動しないドライブを受け付けた例も拒否した例もあります）。
       *[not-known] インストーラーが { $what } を受け付けるかどうかは不明です（ファームウェアが起動しないドライブを受け付けた例も拒否した例もあります）。
    }
feasible-board-unknown = マザーボードが不明なため、ファームウェアの対応状況は分かりません。
feasible-this-machine = このマシン

feasible-set-uefi-start = { $what }：ストレージの起動をUEFIドライバー優先に設定してください（Boot from Storage Devices = UEFI driver first）。
feasible-set-legacy-start = { $what }：CSMを有効にしてください。
feasible-set-legacy-storage = { $what }：ストレージの起動にレガシーオプションROMを使う設定にしてください。
feasible-set-module-off = { $what }：CSMを無効にしてください。
feasible-set-not-behind-raid = { $what }：ドライブをRAIDに割り当てない設定にしてください（RAIDサポートを無効にするか、SATAをAHCIモードにしてください）。
feasible-set-not-behind-vmd = { $what }：VMDまたはRAIDモードを無効にしてください。
feasible-set-os-driver = インストーラーにNVMeドライバーを追加するか、NVMeドライバーを含むOSを使ってください（Windows 8.1、Linux 3.3以降）。
feasible-set-windows-7-module = { $what }（Windows 7の場合）：CSMを有効にし、ストレージはUEFIドライバー優先に設定してください。
feasible-set-drive-listed = { $what } 自体のファームウェアを更新してください。
feasible-set-sata-mode = { $what }：先にSATAモードをRAID（Intel RST Premium）にしてください。関連する設定項目はその後に表示されます。
feasible-set-slot-width = { $what }：4 レーンに設定してください。SATAポートが減ることがあります。
feasible-set-slot-entry = { $what }：ドライブをRAIDに割り当ててください（PCIE Storage RAID Supportを有効にする、RST Controlledにするなど）。
feasible-set-raid-os-driver = OSにファームウェアRAIDのドライバーをインストールしてください（ファームウェアと同じ世代のもの）。
feasible-set-vmd-on = { $what }：VMDを有効にしてください。
feasible-set-vroc-key = { $what }：VROCキーを取り付けてください。
feasible-set-vroc-level = { $what } に対応するVROCキーを使ってください（RAID 5にはPremium）。
feasible-set-vroc-drive = { $what } には、Intel製ドライブ専用でないVROCキーを使ってください。
feasible-set-amd-sata-mode = { $what }：SATAモードをRAIDにしてください。
feasible-set-amd-nvme-mode = { $what }：NVMe RAIDモードを有効にしてください。
feasible-set-windows-os = Windows 8.1以降を使ってください。
feasible-set-linux-os = Linux 3.3以降を使ってください。
feasible-set-linux-esp = EFIシステムパーティションをアレイの外、またはメタデータ1.0のRAID 1に置いてください。
feasible-set-linux-boot-files = /boot をアレイの外、またはブートローダーが読めるアレイに置いてください。
feasible-set-linux-initramfs = アレイを mdadm.conf に追加し、initramfsを再生成してください。

feasible-settle-chipset = チップセットのデータシートを確認してください：{ $what }。
feasible-settle-graphics = このグラフィックスカードでCSMを無効のままにできるか確認してください：{ $what }。
feasible-settle-make-array = ドライブを取り付け、アレイを作成できるか確認してください：{ $what }。
feasible-settle-model = ドライブが報告する型番を確認してください：{ $what }。
feasible-settle-module = CSMを無効にして再起動してください：{ $what }。
feasible-settle-processor = CPUのデータシートを確認してください：{ $what }。
feasible-settle-raid-menu = ドライブを取り付け、ファームウェアのRAIDメニューに出るか確認してください：{ $what }。
feasible-settle-rom = ドライブのオプションROMを読み出すか、メーカーに問い合わせてください：{ $what }。
feasible-settle-rst-version = ファームウェアのメニューでIntel RSTのバージョンを確認してください：{ $what }。
feasible-settle-tree = 稼働中のマシンのデバイスツリーを確認してください：{ $what }。
feasible-settle-try-install = 実機でインストールできることを確認してください：{ $what }。
feasible-settle-try-legacy = CSMを有効にし、レガシーオプションROMを持つドライブから実機で起動できることを確認してください：{ $what }。
feasible-settle-try-linux = ドライブを取り付けてLinuxを起動し、認識されるか確認してください。
feasible-settle-loader = NVMeドライバーを内蔵したブートローダー（Clover、rEFIndなど）をUSBメモリーやSATAドライブに置けば、ファームウェアが未対応でも起動できることがあります。
feasible-settle-any-start = 実機で起動できることを確認してください。
feasible-settle-try-start = 実機で起動できることを確認してください：{ $what }。
feasible-settle-try-volume = ボリュームにインストールし、実機で起動できることを確認してください：{ $what }。
feasible-settle-uefi-version = UEFIシェルの ver でUEFIのバージョン（2.3.1以降か）を確認するか、そのようなドライブから実機で起動できることを確認してください：{ $what }。

feasible-effect-tools = NVMeドライバーやドライブの健康状態を読むツールからは認識されなくなります。速度低下は報告されていません。
feasible-effect-linux = Linuxからは認識されなくなります。
feasible-effect-ports = SATAポート { $lost }（0から数えた番号）が使えなくなり、残りは { $kept } ポートです。
