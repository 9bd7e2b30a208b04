/* A library that Windows has and the Wine of Debian 12 has not: Rust programs take their random numbers from its
   ProcessPrng (Microsoft, "ProcessPrng function": fills a buffer, always succeeds). Wine has the older
   RtlGenRandom, which advapi32 exports as SystemFunction036. */
#include <stddef.h>

unsigned char __stdcall SystemFunction036(void *buffer, unsigned long bytes);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, size_t bytes) {
    return SystemFunction036(buffer, (unsigned long)bytes);
}
