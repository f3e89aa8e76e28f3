import { createInterface } from 'node:readline/promises'
import type { Io } from '../io.ts'

/** Asks a question on the terminal; without one, the answer is no. */
export async function ask(
  question: string,
  { stdin, stderr }: Pick<Io, 'stdin' | 'stderr'>,
): Promise<boolean> {
  if (!stdin.isTTY || !stderr.isTTY) return false
  const terminal = createInterface({ input: stdin, output: stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(question)).trim())
  } catch {
    // Ctrl-C or Ctrl-D.
    return false
  } finally {
    terminal.close()
  }
}
