import Glibc

extension Errno {
    /// EPERM.
    package static let notPermitted = Errno(rawValue: EPERM)
    /// ENOENT.
    package static let noSuchFileOrFolder = Errno(rawValue: ENOENT)
    /// ESRCH.
    package static let noSuchProcess = Errno(rawValue: ESRCH)
    /// EINTR.
    package static let interrupted = Errno(rawValue: EINTR)
    /// EIO.
    package static let ioError = Errno(rawValue: EIO)
    /// ENXIO.
    package static let noSuchDeviceOrAddress = Errno(rawValue: ENXIO)
    /// EBADF.
    package static let badDescriptor = Errno(rawValue: EBADF)
    /// ECHILD.
    package static let noChild = Errno(rawValue: ECHILD)
    /// EAGAIN.
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    /// ENOMEM.
    package static let noMemory = Errno(rawValue: ENOMEM)
    /// EACCES.
    package static let permissionDenied = Errno(rawValue: EACCES)
    /// EFAULT.
    package static let badAddress = Errno(rawValue: EFAULT)
    /// EBUSY.
    package static let busy = Errno(rawValue: EBUSY)
    /// EEXIST.
    package static let fileExists = Errno(rawValue: EEXIST)
    /// EXDEV.
    package static let crossDevice = Errno(rawValue: EXDEV)
    /// ENODEV.
    package static let noSuchDevice = Errno(rawValue: ENODEV)
    /// ENOTDIR.
    package static let notAFolder = Errno(rawValue: ENOTDIR)
    /// EISDIR.
    package static let isAFolder = Errno(rawValue: EISDIR)
    /// EINVAL.
    package static let invalidArgument = Errno(rawValue: EINVAL)
    /// ENFILE.
    package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
    /// EMFILE.
    package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
    /// ENOTTY.
    package static let notATerminal = Errno(rawValue: ENOTTY)
    /// EFBIG.
    package static let fileTooLarge = Errno(rawValue: EFBIG)
    /// ENOSPC.
    package static let noSpace = Errno(rawValue: ENOSPC)
    /// ESPIPE.
    package static let illegalSeek = Errno(rawValue: ESPIPE)
    /// EROFS.
    package static let readOnlyFileSystem = Errno(rawValue: EROFS)
    /// EMLINK.
    package static let tooManyLinks = Errno(rawValue: EMLINK)
    /// EPIPE.
    package static let brokenPipe = Errno(rawValue: EPIPE)
    /// ENAMETOOLONG.
    package static let nameTooLong = Errno(rawValue: ENAMETOOLONG)
    /// ENOSYS.
    package static let notImplemented = Errno(rawValue: ENOSYS)
    /// ENOTEMPTY.
    package static let folderNotEmpty = Errno(rawValue: ENOTEMPTY)
    /// ELOOP.
    package static let tooManySymbolicLinks = Errno(rawValue: ELOOP)
    /// EILSEQ.
    package static let illegalByteSequence = Errno(rawValue: EILSEQ)
    /// ENOTSOCK.
    package static let notASocket = Errno(rawValue: ENOTSOCK)
    /// EMSGSIZE.
    package static let messageTooLong = Errno(rawValue: EMSGSIZE)
    /// EPROTOTYPE.
    package static let wrongSocketType = Errno(rawValue: EPROTOTYPE)
    /// EOPNOTSUPP.
    package static let notSupported = Errno(rawValue: EOPNOTSUPP)
    /// EADDRINUSE.
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    /// ECONNABORTED.
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    /// ECONNRESET.
    package static let connectionReset = Errno(rawValue: ECONNRESET)
    /// ENOBUFS.
    package static let noBufferSpace = Errno(rawValue: ENOBUFS)
    /// ENOTCONN.
    package static let notConnected = Errno(rawValue: ENOTCONN)
    /// ETIMEDOUT.
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
    /// ECONNREFUSED.
    package static let connectionRefused = Errno(rawValue: ECONNREFUSED)
    /// ESTALE.
    package static let staleHandle = Errno(rawValue: ESTALE)
    /// EDQUOT.
    package static let quotaExceeded = Errno(rawValue: EDQUOT)
    /// ECANCELED.
    package static let canceled = Errno(rawValue: ECANCELED)
}
