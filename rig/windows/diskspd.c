/* Stands for DiskSpd where there is none: under Wine, in the tests. It takes the options that Narrows passes and opens
   files as the real one does (microsoft/diskspd, IORequestGenerator.cpp: CREATE_ALWAYS for -c, then OPEN_EXISTING, both
   shared for reading and writing and not for deleting). Its rates are those of a rig: NARROWS_DISKSPD_RIG holds what
   drives and shared links carry in MB/s, as in "P=2000 Q=2100 P+Q=2600"; what runs together shares a link fairly.
   With NARROWS_DISKSPD_WAITS it measures for as long as -d says, else it answers at once; with NARROWS_DISKSPD_FULL
   there is no room for files. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define MOST 64
#define MARK "narrows-diskspd-"

struct limit {
    char of[256];
    double left;
};

static struct limit limits[MOST];
static char names[MOST][64];
static double rates[MOST];
static int limit_count, target_count;

static void usage(void) {
    printf("\nUsage: diskspd [options] target1 [ target2 [ target3 ...] ]\nversion 2.2 (2024/6/3)\n\n"
           "Valid targets:\n     file_path\n     #<physical drive number>\n     <drive_letter>:\n\n"
           "  -R[p]<text|xml>       output format.\n");
}

static int fails(const char *what) {
    fprintf(stderr, "WARNING: Could not set privileges for setting valid file size\n%s (error code: %lu)\n"
                    "Error generating I/O requests\n", what, GetLastError());
    return 1;
}

/* 4K, 1M, 2G: the only sizes that Narrows writes, beside whole bytes. */
static unsigned long long size_of(const char *text) {
    char *end;
    unsigned long long size = strtoull(text, &end, 10);
    int unit = toupper((unsigned char)*end);
    return unit == 'K' ? size << 10 : unit == 'M' ? size << 20 : unit == 'G' ? size << 30 : size;
}

static HANDLE opened(const char *path, DWORD how, DWORD access) {
    return CreateFileA(path, access, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, how, FILE_ATTRIBUTE_NORMAL, NULL);
}

static int make(const char *path, unsigned long long size) {
    LARGE_INTEGER end;
    HANDLE file = opened(path, CREATE_ALWAYS, GENERIC_READ | GENERIC_WRITE);
    int is_made;
    end.QuadPart = (long long)size;
    if (file == INVALID_HANDLE_VALUE) {
        return 0;
    }
    if (getenv("NARROWS_DISKSPD_FULL")) {
        CloseHandle(file);
        SetLastError(ERROR_DISK_FULL);
        return 0;
    }
    is_made = SetFilePointerEx(file, end, NULL, FILE_BEGIN) && SetEndOfFile(file);
    CloseHandle(file);
    return is_made;
}

/* It stays open until the end, as a file that is read. */
static int is_open(const char *path, unsigned long long block) {
    LARGE_INTEGER size;
    HANDLE file = opened(path, OPEN_EXISTING, GENERIC_READ);
    return file != INVALID_HANDLE_VALUE && GetFileSizeEx(file, &size) && (unsigned long long)size.QuadPart >= block;
}

/* The name that Narrows gave the file, by which the rig knows the drive. */
static void name(const char *path, char *into) {
    const char *start = strstr(path, MARK);
    size_t length;
    start = start ? start + strlen(MARK) : path;
    length = strcspn(start, ".");
    length = length < 63 ? length : 63;
    memcpy(into, start, length);
    into[length] = 0;
}

static void rig(void) {
    const char *text = getenv("NARROWS_DISKSPD_RIG");
    int read = 0;
    while (text && limit_count < MOST
           && sscanf(text, " %255[^= ]=%lf%n", limits[limit_count].of, &limits[limit_count].left, &read) == 2) {
        limit_count += 1;
        text += read;
    }
}

static int passes(const char *of, const char *drive) {
    size_t length = strlen(drive);
    const char *part;
    for (part = of; part; part = strchr(part, '+') ? strchr(part, '+') + 1 : NULL) {
        if (strncmp(part, drive, length) == 0 && (part[length] == '+' || part[length] == 0)) {
            return 1;
        }
    }
    return 0;
}

/* All rise together until a limit is full; those that pass it stay there, and the others rise on. */
static void share(void) {
    int is_full[MOST] = {0}, rising = target_count, at, to, i, t;
    while (rising > 0) {
        double least = 1e12;
        at = -1;
        for (i = 0; i < limit_count; i++) {
            int through = 0;
            for (t = 0; t < target_count; t++) {
                through += !is_full[t] && passes(limits[i].of, names[t]);
            }
            if (through > 0 && limits[i].left / through < least) {
                least = limits[i].left / through;
                at = i;
            }
        }
        if (at < 0) {
            return;
        }
        for (t = 0; t < target_count; t++) {
            for (i = 0; !is_full[t] && i < limit_count; i++) {
                limits[i].left -= passes(limits[i].of, names[t]) ? least : 0;
            }
            rates[t] += is_full[t] ? 0 : least;
        }
        for (to = 0; to < target_count; to++) {
            if (!is_full[to] && passes(limits[at].of, names[to])) {
                is_full[to] = 1;
                rising -= 1;
            }
        }
    }
}

int main(int count, char **words) {
    unsigned long long size = 0, block = 65536;
    unsigned long seconds = 10, threads = 1, depth = 2, written = 0, thread, id = 0;
    int is_random = 0, is_xml = 0, first = 1, at;
    for (; first < count && (words[first][0] == '-' || words[first][0] == '/'); first++) {
        const char *value = words[first] + 2;
        switch (words[first][1]) {
        case '?': usage(); return 0;
        case 'b': block = size_of(value); break;
        case 'c': size = size_of(value); break;
        case 'd': seconds = strtoul(value, NULL, 10); break;
        case 't': threads = strtoul(value, NULL, 10); break;
        case 'o': depth = strtoul(value, NULL, 10); break;
        case 'w': written = strtoul(value, NULL, 10); break;
        case 'r': is_random = 1; break;
        case 'R': is_xml = strcmp(value, "xml") == 0; break;
        case 'L': case 'S': case 'T': case 'W': case 'z': case 'Z': break;
        default: fprintf(stderr, "ERROR: invalid option: %s\n", words[first]); usage(); return 1;
        }
    }
    target_count = count - first;
    if (target_count < 1 || target_count > MOST || !is_xml) {
        fprintf(stderr, "ERROR: no targets, too many, or another form of results\n");
        return 1;
    }
    for (at = 0; at < target_count; at++) {
        const char *path = words[first + at];
        if (strchr(path, '#') || !strstr(path, MARK)) {
            fprintf(stderr, "ERROR: %s is no test file of Narrows\n", path);
            return 1;
        }
        name(path, names[at]);
        if (size > 0 && !make(path, size)) {
            return fails("Error setting end of file");
        }
        if (!is_open(path, block)) {
            return fails("Error opening file");
        }
    }
    rig();
    share();
    if (getenv("NARROWS_DISKSPD_WAITS")) {
        Sleep(seconds * 1000);
    }
    printf("<Results>\n  <System>\n    <ComputerName>RIG</ComputerName>\n    <Tool>\n      <Version>2.2</Version>\n"
           "      <VersionDate>2024/6/3</VersionDate>\n    </Tool>\n    <RunTime>2026/11/25 10:00:00 UTC</RunTime>\n"
           "  </System>\n  <Profile>\n    <TimeSpans>\n      <TimeSpan>\n        <Duration>%lu</Duration>\n"
           "        <Targets>\n", seconds);
    for (at = 0; at < target_count; at++) {
        printf("          <Target>\n            <Path>%s</Path>\n            <BlockSize>%llu</BlockSize>\n"
               "            <%s>%llu</%s>\n            <RequestCount>%lu</RequestCount>\n"
               "            <WriteRatio>%lu</WriteRatio>\n            <ThreadsPerFile>%lu</ThreadsPerFile>\n"
               "          </Target>\n", words[first + at], block, is_random ? "Random" : "StrideSize", block,
               is_random ? "Random" : "StrideSize", depth, written, threads);
    }
    printf("        </Targets>\n      </TimeSpan>\n    </TimeSpans>\n  </Profile>\n  <TimeSpan>\n"
           "    <TestTimeSeconds>%lu.00</TestTimeSeconds>\n    <ThreadCount>%lu</ThreadCount>\n", seconds,
           threads * target_count);
    for (at = 0; at < target_count; at++) {
        for (thread = 0; thread < threads; thread++) {
            unsigned long long ios = (unsigned long long)(rates[at] * 1e6 * seconds / (double)block / threads);
            unsigned long long writes = ios * written / 100;
            printf("    <Thread>\n      <Id>%lu</Id>\n      <Target>\n        <Path>%s</Path>\n"
                   "        <BytesCount>%llu</BytesCount>\n        <FileSize>%llu</FileSize>\n"
                   "        <IOCount>%llu</IOCount>\n        <ReadBytes>%llu</ReadBytes>\n"
                   "        <ReadCount>%llu</ReadCount>\n        <WriteBytes>%llu</WriteBytes>\n"
                   "        <WriteCount>%llu</WriteCount>\n      </Target>\n    </Thread>\n", id++, words[first + at],
                   ios * block, size, ios, (ios - writes) * block, ios - writes, writes * block, writes);
        }
    }
    printf("  </TimeSpan>\n</Results>");
    return 0;
}
