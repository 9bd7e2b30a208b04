// SPDX-License-Identifier: MIT OR Apache-2.0 OR GPL-2.0-only
//
// Counts block requests by process, device and direction: how many, how large, how long they took.
//
// Three programs at tracepoints of the block layer: `started` where a process has made a request,
// `done` where it is answered, `joined` where another one takes it in. The request's own address joins the two, so that nothing is guessed
// from sector numbers. How large a request was is told at its end, because what others ask for
// beside it is joined to it after its beginning. The kernel's own description of its types (BTF) tells where the fields are
// (CO-RE), so that one object serves every kernel from 5.15 on. Depth is not counted here: the time
// that all requests took together, divided by the time that passed, is their number on average
// (J. Little, "A Proof for the Queuing Formula L = λW", Operations Research 9(3), 1961).
//
// Drives answer a million requests a second, so that each may take little here. Requests in flight
// stand in a table of their own and not in a map of the kernel's, which takes a lock and a free
// element for each that comes and goes: that was most of what counting took.
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
enum { BPF_MAP_TYPE_ARRAY = 2, BPF_MAP_TYPE_LRU_PERCPU_HASH = 10 };
enum { BPF_ANY = 0 };
static void *(*lookup)(void *map, const void *key) = (void *)1;
static long (*update)(void *map, const void *key, const void *value, u64 flags) = (void *)2;
static u64 (*now_ns)(void) = (void *)5;
static u64 (*current_pid_tgid)(void) = (void *)14;
static long (*current_comm)(void *to, u32 size) = (void *)16;
static long (*read_kernel)(void *to, u32 size, const void *from) = (void *)113;

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

// The lowest eight bits of cmd_flags are the operation (include/linux/blk_types.h). The kernel's
// statistics count others than these apart: discards move nothing, commands are no requests.
#define OPERATION 0xff
enum { READ = 0, WRITE = 1, APPEND = 7 };

// Two for each doubling.
#define LATENCIES 64
// One for each doubling, from 512 bytes on.
#define SIZES 16
#define NAME 16

// Requests in flight: more than the queues of 64 drives of 256 each have. A request's address says
// where it may stand, in this many places; where all are taken it is not counted, but told as missed.
#define PLACES 32768
#define PLACES_EACH 4
// Processes whose names are known.
#define NAMES 4096

struct in_flight {
	// The request's address; 0 for a place that is free.
	u64 request;
	u64 at_ns;
	u32 process;
	// What of it is answered.
	u32 bytes;
};

struct named {
	u32 process;
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

struct in_flight in_flight[PLACES];
struct named names[NAMES];

struct {
	NUMBER(type, BPF_MAP_TYPE_LRU_PERCPU_HASH);
	NUMBER(max_entries, 1024);
	TYPE(key, struct key);
	TYPE(value, struct sums);
} counts SEC(".maps");

// Requests that ended and whose beginning is not known.
struct {
	NUMBER(type, BPF_MAP_TYPE_ARRAY);
	NUMBER(max_entries, 1);
	TYPE(key, u32);
	TYPE(value, u64);
} missed SEC(".maps");

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

// A request's address as a number: the kernel forbids arithmetic on the pointer itself.
INLINE u64 address_of(u64 *context)
{
	u64 address = 0;
	read_kernel(&address, sizeof(address), context);
	return address;
}

// The first of a request's places (D. Knuth, The Art of Computer Programming 3, section 6.4:
// multiplicative hashing); requests begin at multiples of a cache line.
INLINE u32 first_place(u64 address)
{
	return (u32)((address >> 6) * 2654435761u) >> 17;
}

// Where a request stands.
INLINE struct in_flight *found(u64 address)
{
	u32 first = first_place(address);
#pragma unroll
	for (u32 at = 0; at < PLACES_EACH; at++) {
		struct in_flight *place = &in_flight[(first + at) & (PLACES - 1)];
		if (place->request == address)
			return place;
	}
	return 0;
}

// A place for a request: its own, where it is handed over once more, or a free one, which two
// processors may want at once.
INLINE struct in_flight *taken(u64 address)
{
	u32 first = first_place(address);
#pragma unroll
	for (u32 at = 0; at < PLACES_EACH; at++) {
		struct in_flight *place = &in_flight[(first + at) & (PLACES - 1)];
		u64 there = place->request;
		if (!there)
			there = __sync_val_compare_and_swap(&place->request, 0, address);
		if (!there || there == address)
			return place;
	}
	return 0;
}

SEC("tp_btf/block_io_start")
int started(u64 *context)
{
	u64 address = address_of(context);
	struct in_flight *place = taken(address);
	if (!place)
		return 0;
	u32 process = current_pid_tgid() >> 32;
	place->at_ns = now_ns();
	place->process = process;
	place->bytes = 0;
	struct named *named = &names[process & (NAMES - 1)];
	if (named->process != process) {
		named->process = process;
		current_comm(named->name, sizeof(named->name));
	}
	return 0;
}

// Another request takes in what this one asks for, and this one never ends.
SEC("tp_btf/block_rq_merge")
int joined(u64 *context)
{
	struct in_flight *place = found(address_of(context));
	if (place)
		place->request = 0;
	return 0;
}

INLINE void note_missed(void)
{
	u32 only = 0;
	u64 *count = lookup(&missed, &only);
	if (count)
		__sync_fetch_and_add(count, 1);
}

// The sums of this key on this processor; begun where there are none.
INLINE struct sums *sums_of(struct key *key)
{
	struct sums *sums = lookup(&counts, key);
	if (sums)
		return sums;
	struct sums none = {};
	struct named *named = &names[key->process & (NAMES - 1)];
	if (named->process == key->process)
		__builtin_memcpy(none.name, named->name, NAME);
	update(&counts, key, &none, BPF_ANY);
	return lookup(&counts, key);
}

// Of each part of a request that is answered; nearly always it is the whole.
SEC("tp_btf/block_rq_complete")
int done(u64 *context)
{
	struct request *request = (void *)context[0];
	u32 answered = context[2];
	u32 operation = request->cmd_flags & OPERATION;
	if (operation != READ && operation != WRITE && operation != APPEND)
		return 0;
	struct in_flight *place = found(address_of(context));
	if (!place) {
		// A flush that belongs to a request ends as a part of it that has no bytes.
		if (answered)
			note_missed();
		return 0;
	}
	u32 bytes = place->bytes + answered;
	if (answered < request->__data_len) {
		place->bytes = bytes;
		return 0;
	}
	u64 took_ns = now_ns() - place->at_ns;
	struct gendisk *disk = request->q->disk;
	struct key key = {
		.process = place->process,
		.major = disk->major,
		.minor = disk->first_minor,
		.is_write = operation != READ,
	};
	place->request = 0;
	struct sums *sums = sums_of(&key);
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
