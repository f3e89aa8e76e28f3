import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  createTemporaryDirectory,
  type RunningCommand,
  startCommand,
} from '../../support/service/child-process.ts'

const readme = new URL('../../../packages/lambda/src/auth/README.md', import.meta.url)
const blockSeparator = '=== end of a block ==='

/** npm and npx are slow on a busy machine. */
const timeoutMilliseconds = 60_000

let directory: { directory: string; remove(): Promise<void> }
const running: RunningCommand[] = []

beforeAll(async () => {
  directory = await createTemporaryDirectory()
})

afterAll(async () => {
  for (const { pid, exited } of running.reverse()) {
    process.kill(-pid, 'SIGTERM')
    await exited
  }
  await directory.remove()
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Starts a command that keeps running; resolves when it reports that it listens. */
async function start(commands: string, environment: Record<string, string>): Promise<void> {
  const command = startCommand('bash', ['-c', commands], { environment, ownGroup: true })
  running.push(command)
  await new Promise<void>((resolve, reject) => {
    command.process.stdout?.on(
      'data',
      () => command.lines.some((line) => / listens on /.test(line)) && resolve(),
    )
    command.exited.then(({ code, stderr }) => reject(new Error(`The command exited with ${code}: ${stderr}`)))
  })
}

/** The JSON documents of a text, each starting on its own line, with ids replaced because they differ from run to run. */
function documentsIn(text: string): unknown[] {
  const documents = text.trim().split(/\n(?=\{)/)
  return documents.map((document) => JSON.parse(document.replaceAll(/"[0-9a-f]{8}-[0-9a-f-…]+"/g, '"<id>"')))
}

it(
  'the commands in the auth README start the service and the proxy, and print the responses that it shows',
  async () => {
    const text = await readFile(readme, 'utf8')
    const blocks = [...text.matchAll(/```(sh|json)\n(.*?)```/gs)].map(([, language, content = '']) => ({
      language,
      content,
    }))
    const shell = blocks.filter(({ language }) => language === 'sh').map(({ content }) => content)
    const responses = blocks
      .filter(({ language }) => language === 'json')
      .map(({ content }) => documentsIn(content))
    const ports = { '3000': `${await freePort()}`, '4000': `${await freePort()}` }
    const onFreePorts = (commands: string) =>
      commands.replaceAll(/\b(3000|4000)\b/g, (port) => ports[port as keyof typeof ports])
    const [settings = '', service = '', proxy = '', ...steps] = shell.map(onFreePorts)
    expect(steps).toHaveLength(responses.length)

    const environment = { PORT: ports['3000'], DATA_DIR: `${directory.directory}/data` }
    await start(settings + service, environment)
    await start(settings + proxy, {})

    const script = steps.join(`echo; echo '${blockSeparator}'\n`)
    const inDirectory = script.replaceAll('proxy.cookies', `${directory.directory}/proxy.cookies`)
    const { stdout, stderr, code } = await startCommand('bash', ['-e', '-c', inDirectory]).exited
    expect(code, stderr).toBe(0)
    expect(stdout.split(blockSeparator).map(documentsIn)).toEqual(responses)
  },
  timeoutMilliseconds,
)
