import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChildService,
  createTemporaryDirectory,
  startChildService,
  startCommand,
} from '../support/service/child-process.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A step of a tour: what the reader types, and the responses that the document shows for it. */
type Step = { commands: string; responses: unknown[] }

const blockSeparator = '=== end of a block ==='

/** Replaces what differs from run to run: ids, which the documents shorten with `…`, times, and the service's address. */
function withoutVolatile(text: string): string {
  return text
    .replaceAll(/"(?:email:)?[0-9a-f]+…"/g, '"<id>"')
    .replaceAll(/"(?:email:)?[0-9a-f-]{8}-[0-9a-f-…]+"/g, '"<id>"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/http:\/\/localhost:\d+/g, '<origin>')
}

/** Parses JSON documents that follow each other, each beginning on a new line. */
function documentsIn(text: string): unknown[] {
  const documents = text.trim().split(/\n(?=\{)/)
  return documents.filter(Boolean).map((document) => JSON.parse(withoutVolatile(document)))
}

async function readSteps(file: string): Promise<Step[]> {
  const text = await readFile(root + file, 'utf8')
  const steps: Step[] = []
  for (const [, language, block = ''] of text.matchAll(/```(sh|json)\n(.*?)```/gs)) {
    if (language === 'sh') steps.push({ commands: block, responses: [] })
    else steps.at(-1)?.responses.push(...documentsIn(block))
  }
  return steps
}

describe.each(['README.md', 'packages/contract/TOUR.md'])('the tour in %s', (file) => {
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

  it('gives the responses that it shows, which may have more fields', async () => {
    const steps = await readSteps(file)
    expect(steps.filter(({ responses }) => responses.length > 0).length).toBeGreaterThan(0)
    const blocks = steps.map(({ commands }) => `${commands}\necho; echo '${blockSeparator}'`).join('\n')
    const script = blocks
      .replace('http://localhost:3000', service.origin)
      .replaceAll(/\.data\/(?=(?:ann|ben)\.cookies)/g, `${directory.directory}/`)
    const { stdout, stderr, code } = await startCommand('bash', ['-e', '-c', script], {
      environment: { DATA_DIR: `${directory.directory}/data` },
    }).exited
    expect(code, stderr).toBe(0)
    const outputs = stdout.split(blockSeparator)
    for (const [index, { commands, responses }] of steps.entries()) {
      if (responses.length > 0) expect(documentsIn(outputs[index] ?? ''), commands).toMatchObject(responses)
    }
  })
})
