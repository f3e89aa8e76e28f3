/** The browser reads the content when the download begins. Then it can be released. */
const releaseMilliseconds = 60_000

/** Lets the browser save a file among the person's downloads. */
export function saveFile(name: string, text: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), releaseMilliseconds)
}

/** Resolves after so many milliseconds. Rejects with the signal's reason when that is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}
