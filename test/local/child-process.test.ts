import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isRunning, startCommand } from '../support/child-process.ts'

const script = fileURLToPath(new URL('support/abandon.ts', import.meta.url))

it('nothing that a test started outlives its process, however that ends', async () => {
  const test = startCommand(process.execPath, [script])
  await expect.poll(() => test.lines).toHaveLength(1)
  const { directory, pids }: { directory: string; pids: number[] } = JSON.parse(test.lines[0] ?? '')
  expect(await Promise.all(pids.map(isRunning))).toEqual([true, true, true])
  expect((await stat(directory)).isDirectory()).toBe(true)
  process.kill(test.pid, 'SIGKILL')
  await expect.poll(() => Promise.all(pids.map(isRunning))).toEqual([false, false, false])
  await expect.poll(() => stat(directory).catch(({ code }) => code)).toBe('ENOENT')
})
