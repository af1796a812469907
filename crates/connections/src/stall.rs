//! Connections that stand still.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use pin_project_lite::pin_project;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// How long a peer is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For its first word.
    pub first_word: Duration,
    /// For it to take anything of what is written to it.
    pub stall: Duration,
}

pin_project! {
    /// A connection that fails where its peer says nothing at all at first, or takes nothing of what
    /// is written to it, for longer than it may.
    pub struct Stalling<S> {
        #[pin]
        stream: S,
        #[pin]
        silence: Sleep,
        #[pin]
        stall: Sleep,
        limit: Duration,
        has_spoken: bool,
        is_stalled: bool,
    }
}

impl<S> Stalling<S> {
    /// A connection whose peer has only so long.
    pub fn new(stream: S, patience: Patience) -> Self {
        Self {
            stream,
            silence: tokio::time::sleep(patience.first_word),
            stall: tokio::time::sleep(patience.stall),
            limit: patience.stall,
            has_spoken: false,
            is_stalled: false,
        }
    }

    /// Passes on how a write went, unless none has gone on for too long.
    fn judge<T>(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        let mut this = self.project();
        if written.is_ready() {
            *this.is_stalled = false;
            return written;
        }
        if !*this.is_stalled {
            *this.is_stalled = true;
            this.stall.as_mut().reset(Instant::now() + *this.limit);
        }
        match this.stall.poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncRead> AsyncRead for Stalling<S> {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = self.project();
        let read = this.stream.poll_read(cx, buffer);
        if *this.has_spoken || read.is_ready() {
            *this.has_spoken = true;
            return read;
        }
        match this.silence.poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl<S: AsyncWrite> AsyncWrite for Stalling<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = self.as_mut().project().stream.poll_write(cx, buffer);
        self.judge(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = self
            .as_mut()
            .project()
            .stream
            .poll_write_vectored(cx, buffers);
        self.judge(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = self.as_mut().project().stream.poll_flush(cx);
        self.judge(cx, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = self.as_mut().project().stream.poll_shutdown(cx);
        self.judge(cx, shut)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    use super::*;

    const LIMIT: Duration = Duration::from_secs(30);
    const PATIENCE: Patience = Patience {
        first_word: LIMIT,
        stall: LIMIT,
    };

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_takes_nothing_is_given_up_and_a_slow_one_is_not() {
        let (ours, mut theirs) = tokio::io::duplex(1);
        let mut ours = Box::pin(Stalling::new(ours, PATIENCE));
        let reading = tokio::spawn(async move {
            let mut read = [0; 4];
            for byte in &mut read {
                tokio::time::sleep(LIMIT * 9 / 10).await;
                *byte = theirs.read_u8().await.expect("a byte");
            }
            (theirs, read)
        });
        ours.write_all(b"abcde").await.expect("it goes on");
        let (_theirs, read) = reading.await.expect("no panic");
        assert_eq!(&read, b"abcd");
        let error = ours.write_all(b"f").await.expect_err("nobody reads");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test(start_paused = true)]
    async fn a_peer_that_never_says_a_word_is_given_up_and_one_that_pauses_is_not() {
        let (ours, _theirs) = tokio::io::duplex(8);
        let error = Box::pin(Stalling::new(ours, PATIENCE))
            .read_u8()
            .await
            .expect_err("silence");
        assert_eq!(error.kind(), io::ErrorKind::TimedOut);

        let (ours, mut theirs) = tokio::io::duplex(8);
        let mut ours = Box::pin(Stalling::new(ours, PATIENCE));
        theirs.write_u8(1).await.expect("written");
        assert_eq!(ours.read_u8().await.expect("a byte"), 1);
        let late = async {
            tokio::time::sleep(LIMIT * 10).await;
            theirs.write_u8(2).await.expect("written");
        };
        let (read, ()) = tokio::join!(ours.read_u8(), late);
        assert_eq!(read.expect("a byte"), 2);
    }
}
