import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type ChildService,
  createTemporaryDirectory,
  startChildService,
  startCommand,
} from '../support/service/child-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A step of the tour: what the reader types, and the answers that the README shows for it. */
type Step = { commands: string; answers: unknown[] }

const blockSeparator = '=== end of a block ==='

/** Ids, times and the service's own address differ from run to run; the README abbreviates ids with `…`. */
function withoutVolatile(text: string): string {
  return text
    .replaceAll(/"(?:email:)?[0-9a-f]+…"/g, '"<id>"')
    .replaceAll(/"(?:email:)?[0-9a-f-]{8}-[0-9a-f-…]+"/g, '"<id>"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/http:\/\/localhost:\d+/g, '<origin>')
}

/** JSON documents one after the other, each beginning on a line of its own. */
function documentsIn(text: string): unknown[] {
  const documents = text.trim().split(/\n(?=\{)/)
  return documents.filter(Boolean).map((document) => JSON.parse(withoutVolatile(document)))
}

async function readSteps(): Promise<Step[]> {
  const readme = await readFile(`${root}README.md`, 'utf8')
  const blocks = [...readme.matchAll(/```(sh|json)\n(.*?)```/gs)]
  const steps: Step[] = []
  for (const [, language, text = ''] of blocks) {
    if (language === 'sh') steps.push({ commands: text, answers: [] })
    else steps.at(-1)?.answers.push(...documentsIn(text))
  }
  return steps
}

let directory: { directory: string; remove(): Promise<void> }
let service: ChildService
beforeAll(async () => {
  directory = await createTemporaryDirectory()
  service = await startChildService({ DATA_DIR: `${directory.directory}/data` })
})
afterAll(async () => {
  service.process.kill('SIGTERM')
  await service.exited
  await directory.remove()
})

test('every command of the tour gives the answer that the README shows', async () => {
  const steps = await readSteps()
  expect(steps.length).toBeGreaterThan(5)
  const blocks = steps.map(({ commands }) => `${commands}\necho; echo '${blockSeparator}'`).join('\n')
  const script = blocks
    .replace('http://localhost:3000', service.origin)
    .replaceAll(/(?=(?:ann|ben)\.cookies)/g, `${directory.directory}/`)
  const { stdout, stderr, code } = await startCommand('bash', ['-e', '-c', script], {
    environment: { DATA_DIR: `${directory.directory}/data` },
  }).exited
  expect(code, stderr).toBe(0)
  const outputs = stdout.split(blockSeparator)
  for (const [index, { commands, answers }] of steps.entries()) {
    if (answers.length > 0) expect(documentsIn(outputs[index] ?? ''), commands).toEqual(answers)
  }
})
