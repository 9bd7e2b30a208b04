# `narrows hosts`: 多数のホストに同じことを問う。
hosts-unreadable = 他のホストから届いたデータを読めません: { $why }。
hosts-other-build = 他のホストでは { $found }、このホストでは Narrows { $own } が動いています。すべてのホストで同じビルドを起動してください。
