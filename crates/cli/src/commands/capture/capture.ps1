# Narrows: a capture on Windows.
<#
.SYNOPSIS
    Writes what Windows shows of this machine's PCI devices, links, disks and volumes into one file,
    which every command of Narrows reads in place of a machine, and which can be dropped onto its page.
.DESCRIPTION
    Reads only; nothing is installed and nothing is sent. No administrator is needed; an administrator also
    gets the temperature and the wear of each drive. Windows PowerShell 5.1 or later.

        powershell -ExecutionPolicy Bypass -File capture.ps1
        narrows see narrows-PC.json
.PARAMETER Output
    The file; narrows-COMPUTERNAME.json in the current folder if left out. A file that is there already is
    never written over. "-" is standard output.
.PARAMETER WithoutSerials
    Leaves out serial numbers, numbers the devices whose names end in one, and leaves out the firmware's own
    table, which has more of them; with it go the names of the slots.
#>
[CmdletBinding()]
param(
    [string]$Output,
    [switch]$WithoutSerials
)

$ErrorActionPreference = 'Stop'
$missing = New-Object System.Collections.Generic.List[string]

# What one part cannot give is named, and the others are written all the same.
function Read-Part([string]$Name, [scriptblock]$Read) {
    try { & $Read } catch { $missing.Add("${Name}: $($_.Exception.Message)") }
}

# Keys of Microsoft's devpkey.h and pciprop.h, and what they are called in the file.
$pciKeys = [ordered]@{
    'DEVPKEY_Device_Parent'               = 'parent'
    'DEVPKEY_Device_BusNumber'            = 'bus'
    'DEVPKEY_Device_Address'              = 'address'
    'DEVPKEY_Device_Numa_Node'            = 'numa'
    'DEVPKEY_Device_Service'              = 'service'
    'DEVPKEY_PciDevice_DeviceType'        = 'type'
    'DEVPKEY_PciDevice_BaseClass'         = 'base'
    'DEVPKEY_PciDevice_SubClass'          = 'sub'
    'DEVPKEY_PciDevice_ProgIf'            = 'interface'
    'DEVPKEY_PciDevice_CurrentLinkSpeed'  = 'speed'
    'DEVPKEY_PciDevice_CurrentLinkWidth'  = 'width'
    'DEVPKEY_PciDevice_MaxLinkSpeed'      = 'max_speed'
    'DEVPKEY_PciDevice_MaxLinkWidth'      = 'max_width'
    'DEVPKEY_PciDevice_CurrentPayloadSize' = 'payload'
    'DEVPKEY_PciDevice_MaxPayloadSize'    = 'max_payload'
}
$parentKey = [ordered]@{ 'DEVPKEY_Device_Parent' = 'parent' }

# One call a device: the cmdlet for single properties takes a second for each.
function Get-Facts($Entity, $Keys) {
    $facts = [ordered]@{ id = $Entity.PNPDeviceID; name = $Entity.Name }
    $arguments = @{ devicePropertyKeys = [string[]]@($Keys.Keys) }
    $answer = Invoke-CimMethod -InputObject $Entity -MethodName GetDeviceProperties -Arguments $arguments
    foreach ($property in $answer.deviceProperties) {
        if ($null -ne $property.Data -and $Keys.Contains($property.KeyName)) {
            $facts[$Keys[$property.KeyName]] = $property.Data
        }
    }
    $facts
}

$entities = @{}
foreach ($entity in Get-CimInstance Win32_PnPEntity) {
    if ($entity.PNPDeviceID -and $entity.Present -ne $false) { $entities[$entity.PNPDeviceID.ToUpperInvariant()] = $entity }
}

$devices = @{}
foreach ($id in @($entities.Keys)) {
    if ($id.StartsWith('PCI\')) {
        Read-Part $id { $devices[$id] = Get-Facts $entities[$id] $pciKeys }
    }
}

# The devices between each disk and its controller.
$drives = @(Read-Part 'Win32_DiskDrive' { Get-CimInstance Win32_DiskDrive })
foreach ($drive in $drives) {
    $id = "$($drive.PNPDeviceID)".ToUpperInvariant()
    while ($id -and $entities.ContainsKey($id) -and -not $devices.ContainsKey($id)) {
        $at = $id
        $id = $null
        Read-Part $at {
            $devices[$at] = Get-Facts $entities[$at] $parentKey
            $script:id = "$($devices[$at]['parent'])".ToUpperInvariant()
        }
    }
}

$disks = @{}
foreach ($drive in $drives) {
    $disks[[string]$drive.Index] = [ordered]@{
        number = [int]$drive.Index
        device = $drive.PNPDeviceID
        model  = $drive.Model
        bytes  = $drive.Size
        sector = $drive.BytesPerSector
    }
}
$administrator = ([Security.Principal.WindowsPrincipal][Security.Principal.WindowsIdentity]::GetCurrent()).IsInRole(
    [Security.Principal.WindowsBuiltInRole]::Administrator)
Read-Part 'physical disks' {
    foreach ($disk in Get-PhysicalDisk) {
        $key = [string]$disk.DeviceId
        if ($key -notmatch '^\d+$') { continue }
        if (-not $disks.ContainsKey($key)) { $disks[$key] = [ordered]@{ number = [int]$key } }
        $facts = $disks[$key]
        # The enumerations of MSFT_PhysicalDisk as numbers: words are in the language of the system.
        $raw = $disk.CimInstanceProperties
        $facts.id = $disk.UniqueId
        $facts.model = $disk.FriendlyName
        $facts.firmware = $disk.FirmwareVersion
        $facts.bytes = $disk.Size
        $facts.sector = $disk.LogicalSectorSize
        $facts.bus_type = $raw['BusType'].Value
        $facts.media = $raw['MediaType'].Value
        $facts.location = $disk.PhysicalLocation
        if (-not $WithoutSerials) { $facts.serial = $disk.SerialNumber }
        if ($administrator) {
            Read-Part "reliability of disk $key" {
                $counter = $disk | Get-StorageReliabilityCounter
                $facts.temperature = $counter.Temperature
                $facts.wear = $counter.Wear
            }
        }
    }
}

$spaces = @(Read-Part 'storage spaces' {
    foreach ($space in Get-VirtualDisk) {
        $shown = $space | Get-Disk
        if ($null -eq $shown) { continue }
        [ordered]@{
            number     = [int]$shown.Number
            name       = $space.FriendlyName
            resiliency = $space.ResiliencySettingName
            columns    = $space.NumberOfColumns
            interleave = $space.Interleave
            bytes      = $space.Size
            members    = @(Get-PhysicalDisk -VirtualDisk $space | ForEach-Object { $_.UniqueId })
        }
    }
})

$volumes = @(Read-Part 'volumes' {
    $systems = @{}
    foreach ($volume in Get-CimInstance Win32_LogicalDisk) { $systems[$volume.DeviceID] = $volume.FileSystem }
    foreach ($partition in Get-Partition) {
        $facts = [ordered]@{
            number    = [int]$partition.DiskNumber
            partition = [int]$partition.PartitionNumber
            start     = $partition.Offset
            bytes     = $partition.Size
        }
        if ([int]$partition.DriveLetter -ne 0) {
            $facts.letter = "$($partition.DriveLetter):"
            $facts.fs = $systems[$facts.letter]
        }
        $facts
    }
})

$system = [ordered]@{}
Read-Part 'system' {
    $os = Get-CimInstance Win32_OperatingSystem
    $computer = Get-CimInstance Win32_ComputerSystem
    $board = Get-CimInstance Win32_BaseBoard | Select-Object -First 1
    $bios = Get-CimInstance Win32_BIOS
    $system.os = "$($os.Caption) $($os.Version)"
    $system.vendor = $computer.Manufacturer
    $system.product = $computer.Model
    $system.board_vendor = $board.Manufacturer
    $system.board = $board.Product
    $system.bios_vendor = $bios.Manufacturer
    $system.bios = $bios.SMBIOSBIOSVersion
    $system.cpu = (Get-CimInstance Win32_Processor | Select-Object -First 1).Name
    $system.logical_cpus = $computer.NumberOfLogicalProcessors
    if ($env:firmware_type) { $system.uefi = ($env:firmware_type -eq 'UEFI') }
}
Read-Part 'Secure Boot' {
    $state = Get-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Control\SecureBoot\State' -ErrorAction SilentlyContinue
    if ($null -ne $state) { $system.secure_boot = ($state.UEFISecureBootEnabled -eq 1) }
}

$capture = [ordered]@{
    schema        = 'narrows.windows/1'
    taken         = (Get-Date).ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ssZ')
    administrator = $administrator
    system        = $system
    devices       = @($devices.Keys | Sort-Object | ForEach-Object { $devices[$_] })
    disks         = @($disks.Keys | Sort-Object { [int]$_ } | ForEach-Object { $disks[$_] })
    spaces        = $spaces
    volumes       = $volumes
}
if (-not $WithoutSerials) {
    Read-Part 'SMBIOS' {
        $table = (Get-ItemProperty 'HKLM:\SYSTEM\CurrentControlSet\Services\mssmbios\Data').SMBiosData
        $capture.smbios = [BitConverter]::ToString([byte[]]$table).Replace('-', '')
    }
}
$capture.missing = @($missing)

# The same number wherever a name stands, in capitals, as Windows compares them.
$numbers = @{}
function Hide-Name([string]$Name) {
    $key = $Name.ToUpperInvariant()
    if (-not $numbers.ContainsKey($key)) { $numbers[$key] = $numbers.Count }
    $Name.Substring(0, $Name.LastIndexOf('\') + 1) + $numbers[$key]
}
if ($WithoutSerials) {
    $capture.missing = @()
    foreach ($facts in @($capture.devices) + @($capture.disks)) {
        foreach ($key in 'id', 'parent', 'device') {
            if ($facts[$key]) { $facts[$key] = Hide-Name $facts[$key] }
        }
    }
    foreach ($space in $spaces) { $space.members = @($space.members | ForEach-Object { Hide-Name $_ }) }
}

$json = ConvertTo-Json -InputObject $capture -Depth 6
if ($Output -eq '-') {
    [Console]::Out.Write($json)
    return
}
if (-not $Output) { $Output = "narrows-$env:COMPUTERNAME.json" }
$path = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($Output)
$bytes = (New-Object System.Text.UTF8Encoding $false).GetBytes($json)
# CreateNew fails where there is a file of this name.
$file = [IO.File]::Open($path, [IO.FileMode]::CreateNew)
try { $file.Write($bytes, 0, $bytes.Length) } finally { $file.Dispose() }
Write-Host "$path  ($(@($capture.devices).Count) devices, $(@($capture.disks).Count) disks)"
if (-not $administrator) { Write-Host 'As an administrator, the temperature and wear of each drive would be there too.' }
foreach ($part in $missing) { Write-Warning "not read: $part" }
