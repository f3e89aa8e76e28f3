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
  for (let start = 0; start < 2; start++) {
    const child = await machine.start({ RATE_LIMITS: 'off', ...watched })
    const browser = await signIn(child, { email: `ada${start}@example.com`, displayName: 'Ada' })
    await Promise.all(Array.from({ length: 20 }, () => createGoal(browser)))
    const backup = path.join(machine.directory, `backup${start}`)
    expect(
      await runScript(backupScript, [backup], { DATA_DIR: machine.directory, ...watched }),
    ).toMatchObject({
      code: 0,
      stderr: '',
    })
    child.process.kill('SIGTERM')
    expect(await child.exited).toMatchObject({ code: 0, stderr: '' })
  }
})

it.each([
  `import fs from 'node:fs'; fs.closeSync(fs.openSync(file, 'a'))`,
  `import { readFile } from 'node:fs/promises'; await readFile(file)`,
  `import { copyFileSync } from 'node:fs'; copyFileSync(file, file + '.copy')`,
])('notices %s', async (source) => {
  const file = path.join(machine.directory, 'engine.sqlite')
  const create = `import { openSync } from 'node:fs'; openSync(process.argv[1], 'wx'); const file = process.argv[1];`
  const script = ['--input-type=module', '--eval', `${create} ${source}`, file]
  const { stderr } = await startCommand(process.execPath, script, { environment: watched }).exited
  expect(stderr).toMatch(/^\w+ opened \S+engine\.sqlite\n$/)
})
