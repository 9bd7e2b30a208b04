# `narrows hosts`: many hosts asked the same.
hosts-unreadable = What another host sent cannot be read: { $why }.
hosts-other-build = Another host runs { $found }, this one Narrows { $own }. Start the same build on all hosts.
