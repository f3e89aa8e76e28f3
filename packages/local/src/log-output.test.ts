import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const module = JSON.stringify(new URL('log-output.ts', import.meta.url).href)

/** Runs code in a process of its own, with the module's functions, and returns its standard output. */
function outputOf(code: string): string {
  const script = `import { writeLogLine } from ${module}\n${code}`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  return stdout
}

describe('writeLogLine', () => {
  it('writes the lines of one turn at once, in order', () => {
    const code = `
      const writes = []
      const write = process.stdout.write
      process.stdout.write = (text) => writes.push(text)
      writeLogLine('a'); writeLogLine('b'); await Promise.resolve(); writeLogLine('c')
      setImmediate(() => {
        writeLogLine('d')
        process.nextTick(() => write.call(process.stdout, JSON.stringify(writes)))
      })`
    expect(JSON.parse(outputOf(code))).toEqual(['a\nb\nc\n', 'd\n'])
  })

  it('writes a line before every later tick, so that kill -9 there loses nothing', () => {
    const code = `
      Promise.resolve().then(() => {
        writeLogLine('answered')
        process.nextTick(() => process.kill(process.pid, 'SIGKILL'))
      })`
    expect(outputOf(code)).toBe('answered\n')
  })

  it.each([
    ['an uncaught error', 'throw new Error()'],
    ['process.exit', 'process.exit(3)'],
  ])('writes the lines of the turn in which %s ends the process', (_, end) => {
    expect(outputOf(`setTimeout(() => { writeLogLine('last'); ${end} })`)).toBe('last\n')
  })
})
