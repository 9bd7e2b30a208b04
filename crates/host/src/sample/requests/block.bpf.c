// SPDX-License-Identifier: MIT OR Apache-2.0 OR GPL-2.0-only
//
// Counts block requests by process, device and direction: how many, how large, how long they took.
//
// Two programs at tracepoints of the block layer: `started` where a process has made a request,
// `done` where it is answered. The request's own address joins the two, so that nothing is guessed
// from sector numbers. The kernel's own description of its types (BTF) tells where the fields are
// (CO-RE), so that one object serves every kernel from 5.15 on. Depth is not counted here: the time
// that all requests took together, divided by the time that passed, is their number on average
// (J. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961).
//
// The object beside this file was made by
//   clang -O2 -g -target bpf -mcpu=v3 -c block.bpf.c -o block.bpf.o && llvm-strip -g block.bpf.o
// with clang 14; `-g` is what puts the types in, and `llvm-strip -g` leaves these.

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define SEC(name) __attribute__((section(name), used))
#define FROM_KERNEL __attribute__((preserve_access_index))
#define INLINE static inline __attribute__((always_inline))
// How maps are described in BTF (the kernel's Documentation/bpf/libbpf/libbpf_naming_convention.rst
// and tools/lib/bpf/bpf_helpers.h).
#define NUMBER(name, value) int(*name)[value]
#define TYPE(name, type) type *name

// include/uapi/linux/bpf.h
enum { BPF_MAP_TYPE_HASH = 1, BPF_MAP_TYPE_LRU_PERCPU_HASH = 10 };
enum { BPF_ANY = 0 };
static void *(*lookup)(void *map, const void *key) = (void *)1;
static long (*update)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static long (*delete)(void *map, const void *key) = (void *)3;
static u64 (*now_ns)(void) = (void *)5;
static u64 (*current_pid_tgid)(void) = (void *)14;
static long (*current_comm)(void *to, u32 size) = (void *)16;

// Of the kernel's types what is looked at; include/linux/blkdev.h and blk-mq.h.
struct gendisk {
	int major;
	int first_minor;
} FROM_KERNEL;

struct request_queue {
	struct gendisk *disk;
} FROM_KERNEL;

struct request {
	struct request_queue *q;
	u32 cmd_flags;
	u32 __data_len;
} FROM_KERNEL;

// The lowest eight bits of cmd_flags are the operation, an odd one writes (include/linux/blk_types.h).
#define OPERATION 0xff

// Two for each doubling.
#define LATENCIES 64
// One for each doubling, from 512 bytes on.
#define SIZES 16
#define NAME 16

struct start {
	u64 at_ns;
	u32 process;
	u32 bytes;
	char name[NAME];
};

// Who, where, what. The reader beside this file has the same.
struct key {
	u32 process;
	u32 major;
	u32 minor;
	u32 is_write;
};

struct sums {
	u64 requests;
	u64 bytes;
	u64 took_ns;
	u32 latencies[LATENCIES];
	u32 sizes[SIZES];
	char name[NAME];
};

struct {
	NUMBER(type, BPF_MAP_TYPE_HASH);
	NUMBER(max_entries, 16384);
	TYPE(key, u64);
	TYPE(value, struct start);
} starts SEC(".maps");

struct {
	NUMBER(type, BPF_MAP_TYPE_LRU_PERCPU_HASH);
	NUMBER(max_entries, 1024);
	TYPE(key, struct key);
	TYPE(value, struct sums);
} counts SEC(".maps");

// The place of the highest bit that is set; 0 for 0.
INLINE u32 log2_of(u64 value)
{
	u32 bits = 0;
	if (value >> 32) {
		bits += 32;
		value >>= 32;
	}
	if (value >> 16) {
		bits += 16;
		value >>= 16;
	}
	if (value >> 8) {
		bits += 8;
		value >>= 8;
	}
	if (value >> 4) {
		bits += 4;
		value >>= 4;
	}
	if (value >> 2) {
		bits += 2;
		value >>= 2;
	}
	return bits + (value >> 1 ? 1 : 0);
}

// 2 n for 2^n, and 2 n + 1 for half as much again.
INLINE u32 latency_place(u64 took_ns)
{
	u32 bits = log2_of(took_ns);
	u32 half = bits ? (took_ns >> (bits - 1)) & 1 : 0;
	u32 place = 2 * bits + half;
	return place < LATENCIES ? place : LATENCIES - 1;
}

INLINE u32 size_place(u32 bytes)
{
	u32 bits = log2_of(bytes >> 9);
	return bits < SIZES ? bits : SIZES - 1;
}

SEC("tp_btf/block_io_start")
int started(u64 *context)
{
	struct request *request = (void *)context[0];
	u64 key = (u64)request;
	struct start start = {
		.at_ns = now_ns(),
		.process = current_pid_tgid() >> 32,
		.bytes = request->__data_len,
	};
	current_comm(start.name, sizeof(start.name));
	update(&starts, &key, &start, BPF_ANY);
	return 0;
}

SEC("tp_btf/block_io_done")
int done(u64 *context)
{
	struct request *request = (void *)context[0];
	u64 address = (u64)request;
	struct start *start = lookup(&starts, &address);
	if (!start)
		return 0;
	struct gendisk *disk = request->q->disk;
	struct key key = {
		.process = start->process,
		.major = disk->major,
		.minor = disk->first_minor,
		.is_write = request->cmd_flags & OPERATION & 1,
	};
	u64 took_ns = now_ns() - start->at_ns;
	u32 bytes = start->bytes;
	struct sums *sums = lookup(&counts, &key);
	if (!sums) {
		struct sums none = {};
		__builtin_memcpy(none.name, start->name, NAME);
		update(&counts, &key, &none, BPF_ANY);
		sums = lookup(&counts, &key);
	}
	delete(&starts, &address);
	if (!sums)
		return 0;
	sums->requests += 1;
	sums->bytes += bytes;
	sums->took_ns += took_ns;
	sums->latencies[latency_place(took_ns) & (LATENCIES - 1)] += 1;
	sums->sizes[size_place(bytes) & (SIZES - 1)] += 1;
	return 0;
}

// A term of the kernel's for programs that its own helpers may be called from; what is loaded so may
// be used under the licences above.
char licence[] SEC("license") = "Dual MIT/GPL";
