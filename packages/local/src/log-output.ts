/** Lines that wait for the end of the turn. */
let waiting = ''

/**
 * Writes a line of the log to standard output. The lines of all requests that are answered in one turn of the event loop are one
 * write. The gateway sends a response in a later tick than the one that writes its line, so even `kill -9` loses no line of a
 * request that was answered.
 */
export function writeLogLine(line: string): void {
  if (waiting === '') process.nextTick(writeWaiting)
  waiting += `${line}\n`
}

function writeWaiting(): void {
  const lines = waiting
  waiting = ''
  if (lines !== '') process.stdout.write(lines)
}

// An uncaught error ends the process without another tick.
process.on('exit', writeWaiting)
