import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { createGoal } from '../support/people/goals.ts'
import { signIn } from '../support/people/sign-in.ts'
import { backupScript, runScript, startCommand } from '../support/service/child-process.ts'
import { machineForEachTest } from '../support/service/machine.ts'

const machine = machineForEachTest()
const watch = fileURLToPath(new URL('support/report-opened-files.ts', import.meta.url))
const watched = { NODE_OPTIONS: `--import=${pathToFileURL(watch)}` }

it('the service never opens the database or its lock file with node:fs, nor does a backup', async () => {
  for (const start of ['first', 'second']) {
    const child = await machine.start({ RATE_LIMITS: 'off', ...watched })
    const browser = await signIn(child, { email: `${start}@example.com`, displayName: 'Ada' })
    await Promise.all(Array.from({ length: 20 }, () => createGoal(browser)))
    if (start === 'second') {
      const environment = { DATA_DIR: machine.directory, ...watched }
      const backup = runScript(backupScript, [path.join(machine.directory, 'backup')], environment)
      expect(await backup).toMatchObject({ code: 0, stderr: '' })
    }
    child.process.kill('SIGTERM')
    expect(await child.exited).toMatchObject({ code: 0, stderr: '' })
  }
})

it('notices each way of opening them', async () => {
  const file = path.join(machine.directory, 'engine.sqlite')
  const source = `
    import fs, { copyFileSync } from 'node:fs'
    import { readFile } from 'node:fs/promises'
    const file = process.argv[1]
    fs.openSync(file, 'wx')
    fs.closeSync(fs.openSync(file, 'a'))
    await readFile(file)
    copyFileSync(file, file + '.copy')`
  const script = ['--input-type=module', '--eval', source, file]
  const { stderr } = await startCommand(process.execPath, script, { environment: watched }).exited
  expect(stderr).toBe(
    `${['openSync', 'readFile', 'copyFileSync'].map((name) => `${name} opened ${file}`).join('\n')}\n`,
  )
})
