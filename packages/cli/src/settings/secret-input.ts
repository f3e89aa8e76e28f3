import { text } from 'node:stream/consumers'
import { CommandError, usageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'

type Terminal = Pick<Io, 'stdin' | 'stderr'>

/** Far longer than any token. */
const maximumLength = 10_000

/** Reads one line: from a terminal without showing it, otherwise all of standard input. */
export async function readSecret(prompt: string, terminal: Terminal): Promise<string> {
  const { stdin } = terminal
  const secret = (stdin.isTTY ? await typed(prompt, terminal) : await text(stdin)).trim()
  if (secret === '') throw usageError('There is no token on standard input.')
  if (secret.length > maximumLength || /[^\x21-\x7e]/.test(secret)) throw usageError('That is not a token.')
  return secret
}

function typed(prompt: string, { stdin, stderr }: Terminal): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = ''
    const end = () => {
      stdin.off('data', onData).off('end', onEnd).pause()
      stdin.setRawMode?.(false)
      stderr.write('\n')
    }
    const onEnd = () => {
      end()
      resolve(line)
    }
    const onData = (chunk: string) => {
      for (const character of chunk) {
        if (character === '\r' || character === '\n' || character === '\u0004') return onEnd()
        if (character === '\u0003') {
          end()
          reject(new Interrupted())
          return
        }
        if (character === '\u007f' || character === '\b') line = line.slice(0, -1)
        else line += character
      }
    }
    // Raw mode comes before the question: the terminal would show what is typed in between.
    stdin.setRawMode?.(true)
    stdin.setEncoding('utf8')
    stdin.on('data', onData).on('end', onEnd).resume()
    stderr.write(prompt)
  })
}

/** Ctrl-C in raw mode, where it is no signal. */
export class Interrupted extends CommandError {
  constructor() {
    super('Interrupted.')
  }
}
