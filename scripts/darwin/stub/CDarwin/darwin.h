// A cut of the macOS headers: only what the package uses, with Apple's types. Includes nothing.
#pragma once
#define NULLABLE _Nullable
typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long long int64_t;
typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned int uint32_t; typedef unsigned long long uint64_t;
typedef unsigned long size_t; typedef long ssize_t; typedef unsigned long uintptr_t;
typedef int32_t pid_t; typedef uint32_t uid_t; typedef uint32_t gid_t; typedef uint32_t id_t;
typedef uint16_t mode_t; typedef int32_t dev_t; typedef uint64_t ino_t; typedef uint16_t nlink_t;
typedef int64_t off_t; typedef int64_t blkcnt_t; typedef int32_t blksize_t; typedef long time_t; typedef int32_t suseconds_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
// clocks: an enum, so constants import as clockid_t values
typedef enum { _CLOCK_REALTIME __attribute__((swift_name("CLOCK_REALTIME"))) = 0, _CLOCK_MONOTONIC __attribute__((swift_name("CLOCK_MONOTONIC"))) = 6, _CLOCK_MONOTONIC_RAW __attribute__((swift_name("CLOCK_MONOTONIC_RAW"))) = 4, _CLOCK_MONOTONIC_RAW_APPROX = 5,
  _CLOCK_UPTIME_RAW __attribute__((swift_name("CLOCK_UPTIME_RAW"))) = 8, _CLOCK_UPTIME_RAW_APPROX = 9, _CLOCK_PROCESS_CPUTIME_ID __attribute__((swift_name("CLOCK_PROCESS_CPUTIME_ID"))) = 12, _CLOCK_THREAD_CPUTIME_ID __attribute__((swift_name("CLOCK_THREAD_CPUTIME_ID"))) = 16 } clockid_t;
int clock_gettime(clockid_t, struct timespec *); uint64_t clock_gettime_nsec_np(clockid_t);
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *tm_zone; };
struct tm *gmtime_r(const time_t *, struct tm *);
// stat
struct stat { dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec; off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize;
  uint32_t st_flags, st_gen; int32_t st_lspare; int64_t st_qspare[2]; };
int stat(const char *, struct stat *); int lstat(const char *, struct stat *); int fstat(int, struct stat *); int fstatat(int, const char *, struct stat *, int);
#define AT_SYMLINK_NOFOLLOW 0x0020
int mkdir(const char *, mode_t); int mkfifo(const char *, mode_t); int chmod(const char *, mode_t); int rmdir(const char *);
// fcntl: variadic in C, Swift wrappers are in the overlay
int open(const char *, int, ...); int fcntl(int, int, ...); int ioctl(int, unsigned long, ...);
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_PREALLOCATE 42
#define F_FULLFSYNC 51
#define F_DUPFD_CLOEXEC 67
#define F_BARRIERFSYNC 85
#define FD_CLOEXEC 1
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
int flock(int, int); int fsync(int); int ftruncate(int, off_t); int close(int); int pipe(int [2]); int dup(int); int dup2(int, int);
ssize_t read(int, void *, size_t); ssize_t pread(int, void *, size_t, off_t); ssize_t write(int, const void *, size_t); int unlink(const char *); int rename(const char *, const char *);
void *dlsym(void * NULLABLE, const char *);
int access(const char *, int); int isatty(int); pid_t getpid(void); uid_t getuid(void); pid_t getppid(void); int usleep(uint32_t); unsigned sleep(unsigned);
pid_t getpgid(pid_t);
int gethostname(char *, size_t); long sysconf(int); void _exit(int) __attribute__((noreturn)); void exit(int) __attribute__((noreturn));
#define F_OK 0
#define X_OK (1<<0)
#define W_OK (1<<1)
#define R_OK (1<<2)
#define _SC_CLK_TCK 3
#define _SC_PAGESIZE 29
#define PATH_MAX 1024
char *mkdtemp(char *); int mkstemp(char *); char *realpath(const char *, char * NULLABLE); char *strdup(const char *); void free(void * NULLABLE);
void *malloc(size_t); void *memchr(const void *, int, size_t); void *memset(void *, int, size_t); char *strerror(int); int setenv(const char *, const char *, int); char *getenv(const char *); unsigned long strlen(const char *);
int getloadavg(double [], int); int kill(pid_t, int); pid_t waitpid(pid_t, int *, int);
// errno values
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EBADF 9
#define EINTR 4
#define EIO 5
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EINVAL 22
#define ENOSPC 28
#define EDQUOT 69
#define EPIPE 32
#define EAGAIN 35
#define ENOTSUP 45
#define ELOOP 62
int *__error(void);
// directories
struct dirent { uint64_t d_ino; uint64_t d_seekoff; uint16_t d_reclen; uint16_t d_namlen; uint8_t d_type; char d_name[1024]; };
typedef struct { int __dd_fd; long __dd_loc; } DIR;
DIR *opendir(const char *); struct dirent *readdir(DIR *); int closedir(DIR *); int dirfd(DIR *);
// stdio
typedef struct __sFILE { unsigned char *_p; int _r; int _w; } FILE;
FILE *fopen(const char *, const char *); int fclose(FILE *); char *fgets(char *, int, FILE *); int fflush(FILE * NULLABLE); int fputs(const char *, FILE *);
extern FILE *__stdinp, *__stdoutp, *__stderrp;
// signals
typedef void (*sig_t)(int); typedef uint32_t sigset_t;
void (*signal(int, void (*)(int)))(int);
int sigemptyset(sigset_t *); int sigaddset(sigset_t *, int); int sigfillset(sigset_t *); int pthread_sigmask(int, const sigset_t * NULLABLE, sigset_t * NULLABLE); int sigismember(const sigset_t *, int); int sigpending(sigset_t *); int sigwait(const sigset_t *, int *);
#define SIGINT 2
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGXFSZ 25
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
// poll
struct pollfd { int fd; short events; short revents; }; typedef unsigned int nfds_t; int poll(struct pollfd *, nfds_t, int);
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLHUP 0x0010
// wait
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
union sigval { int sival_int; void *sival_ptr; };
typedef struct __siginfo { int si_signo; int si_errno; int si_code; pid_t si_pid; uid_t si_uid; int si_status; void *si_addr; union sigval si_value; long si_band; unsigned long __pad[7]; } siginfo_t;
int waitid(idtype_t, id_t, siginfo_t *, int);
#define WNOHANG 0x00000001
#define WUNTRACED 0x00000002
#define WEXITED 0x00000004
#define WSTOPPED 0x00000008
#define WCONTINUED 0x00000010
#define WNOWAIT 0x00000020
// posix_spawn: both types are void *
typedef void *posix_spawnattr_t; typedef void *posix_spawn_file_actions_t;
int posix_spawn(pid_t * NULLABLE, const char *, const posix_spawn_file_actions_t * NULLABLE, const posix_spawnattr_t * NULLABLE, char *const NULLABLE argv[], char *const NULLABLE envp[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *); int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int); int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *, int, const char *, int, mode_t); int posix_spawn_file_actions_addinherit_np(posix_spawn_file_actions_t *, int);
int posix_spawnattr_init(posix_spawnattr_t *); int posix_spawnattr_destroy(posix_spawnattr_t *); int posix_spawnattr_setflags(posix_spawnattr_t *, short);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t); int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *); int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);
#define POSIX_SPAWN_RESETIDS 0x0001
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
#define POSIX_SPAWN_START_SUSPENDED 0x0080
#define POSIX_SPAWN_SETSID 0x0400
#define POSIX_SPAWN_CLOEXEC_DEFAULT 0x4000
// resources: plain ints
typedef uint64_t rlim_t; struct rlimit { rlim_t rlim_cur, rlim_max; }; int getrlimit(int, struct rlimit *); int setrlimit(int, const struct rlimit *);
#define RLIMIT_CORE 4
#define RLIMIT_DATA 2
#define RLIMIT_STACK 3
#define RLIMIT_AS 5
#define RLIMIT_NOFILE 8
struct rusage { struct timeval ru_utime, ru_stime; long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals, ru_nvcsw, ru_nivcsw; };
int getrusage(int, struct rusage *);
#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN -1
int getpriority(int, id_t); int setpriority(int, id_t, int);
#define PRIO_PROCESS 0
#define PRIO_DARWIN_THREAD 3
// memory
void *mmap(void * NULLABLE, size_t, int, int, int, off_t); int munmap(void *, size_t);
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
int shm_open(const char *, int, ...); int shm_unlink(const char *);
// terminal
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define TIOCGWINSZ 0x40087468
struct utsname { char sysname[256], nodename[256], release[256], version[256], machine[256]; }; int uname(struct utsname *);
// sysctl, dyld, libproc
int sysctlbyname(const char *, void * NULLABLE, size_t * NULLABLE, void * NULLABLE, size_t);
int _NSGetExecutablePath(char *, uint32_t *); char * NULLABLE * NULLABLE * NULLABLE _NSGetEnviron(void);
typedef void *rusage_info_t;
struct rusage_info_v4 { uint8_t ri_uuid[16]; uint64_t ri_user_time, ri_system_time, ri_pkg_idle_wkups, ri_interrupt_wkups, ri_pageins, ri_wired_size, ri_resident_size, ri_phys_footprint, ri_proc_start_abstime, ri_proc_exit_abstime, ri_child_user_time, ri_child_system_time, ri_child_pkg_idle_wkups, ri_child_interrupt_wkups, ri_child_pageins, ri_child_elapsed_abstime, ri_diskio_bytesread, ri_diskio_byteswritten, ri_cpu_time_qos_default, ri_cpu_time_qos_maintenance, ri_cpu_time_qos_background, ri_cpu_time_qos_utility, ri_cpu_time_qos_legacy, ri_cpu_time_qos_user_initiated, ri_cpu_time_qos_user_interactive, ri_billed_system_time, ri_serviced_system_time, ri_logical_writes, ri_lifetime_max_phys_footprint, ri_instructions, ri_cycles, ri_billed_energy, ri_serviced_energy, ri_interval_max_phys_footprint, ri_runnable_time; };
#define RUSAGE_INFO_V4 4
int proc_pid_rusage(int pid, int flavor, rusage_info_t NULLABLE *buffer); int proc_pidpath(int pid, void *buffer, uint32_t buffersize); int proc_listchildpids(pid_t, void * NULLABLE, int);
// kqueue
struct kevent { uintptr_t ident; int16_t filter; uint16_t flags; uint32_t fflags; long data; void * NULLABLE udata; };
int kqueue(void); int kevent(int, const struct kevent * NULLABLE, int, struct kevent * NULLABLE, int, const struct timespec * NULLABLE);
#define EVFILT_PROC (-5)
#define EV_ADD 0x0001
#define EV_ONESHOT 0x0010
#define NOTE_EXIT 0x80000000
// locks and threads
typedef struct { uint32_t _os_unfair_lock_opaque; } os_unfair_lock_s;
// math
double log(double); double exp(double); double log2(double); double exp2(double); double erfc(double); double sqrt(double); double lgamma(double); double pow(double, double); double floor(double); double ceil(double); double round(double); double fabs(double);
unsigned int arc4random(void);
unsigned int _swift_stdlib_gettid(void); unsigned int _swift_stdlib_futex_lock(unsigned int *); unsigned int _swift_stdlib_futex_trylock(unsigned int *); unsigned int _swift_stdlib_futex_unlock(unsigned int *);
#define ENOMEM 12
#define ENFILE 23
#define EMFILE 24
#define ETIMEDOUT 60
#define ESTALE 70
typedef int kern_return_t; struct mach_timebase_info { uint32_t numer; uint32_t denom; }; typedef struct mach_timebase_info mach_timebase_info_data_t; kern_return_t mach_timebase_info(mach_timebase_info_data_t *);
typedef unsigned int mach_port_t; extern mach_port_t mach_task_self_; kern_return_t task_set_exception_ports(mach_port_t, unsigned int, mach_port_t, int, int);
#define EXC_MASK_CRASH (1 << 10)
#define EXC_MASK_CORPSE_NOTIFY (1 << 13)
#define EXCEPTION_DEFAULT 1
#define MACH_PORT_NULL 0
#define THREAD_STATE_NONE 13
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define O_NOCTTY 0x00020000
#define O_NOFOLLOW 0x00000100
#define EISDIR 21
#define SIGHUP 1
#define SIGQUIT 3
#define SIGSYS 12
#define SIGXCPU 24
int atexit(void (*)(void)); pid_t getsid(pid_t); pid_t setsid(void);
ssize_t readlink(const char * NULLABLE, char * NULLABLE, size_t);
// threads: a thread is a pointer
struct _opaque_pthread_t { long __sig; void *__cleanup_stack; char __opaque[8176]; };
struct _opaque_pthread_attr_t { long __sig; char __opaque[56]; };
typedef struct _opaque_pthread_t *pthread_t; typedef struct _opaque_pthread_attr_t pthread_attr_t;
int pthread_attr_init(pthread_attr_t *); int pthread_attr_destroy(pthread_attr_t *); int pthread_attr_setstacksize(pthread_attr_t *, size_t);
int pthread_create(pthread_t NULLABLE *, const pthread_attr_t * NULLABLE, void * NULLABLE (* _Nonnull)(void * _Nonnull), void * NULLABLE);
int pthread_join(pthread_t _Nonnull, void * NULLABLE * NULLABLE); int pthread_detach(pthread_t _Nonnull);
typedef unsigned int exception_mask_t;
// sockets
typedef uint8_t sa_family_t; typedef uint32_t socklen_t;
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_un { uint8_t sun_len; sa_family_t sun_family; char sun_path[104]; };
int socket(int, int, int); int bind(int, const struct sockaddr *, socklen_t);
#define AF_UNIX 1
#define SOCK_STREAM 1
int isalnum(int); int truncate(const char *, off_t); uid_t geteuid(void);
#define SIGSTOP 17
#define SIGCONT 19
#define SIGCHLD 20
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGUSR1 30
#define SIGUSR2 31
#define ECHILD 10
int sigprocmask(int, const sigset_t * NULLABLE, sigset_t * NULLABLE);
