/* Stands for Windows PowerShell where there is none: under Wine, in the tests. Whatever it is told, it prints the file
   that NARROWS_CAPTURE names, as the script that takes a capture would, or nothing, as Wine's own does. */
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const char *name = getenv("NARROWS_CAPTURE");
    FILE *capture = name ? fopen(name, "rb") : NULL;
    char buffer[4096];
    size_t read;
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    while (fread(buffer, 1, sizeof buffer, stdin) > 0) {
    }
    while (capture && (read = fread(buffer, 1, sizeof buffer, capture)) > 0) {
        fwrite(buffer, 1, read, stdout);
    }
    return 0;
}
