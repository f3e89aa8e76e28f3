import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@cairn/contract/http/client'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildServer } from '../../../../packages/server/build/build.ts'
import { eventually } from '../../../support/eventually.ts'
import { createToken, programWith } from '../../../support/people/api-tokens.ts'
import { type Browser, signInAgain } from '../../../support/people/sign-in.ts'
import {
  type ChildService,
  isRunning,
  startChildService,
  startCommand,
} from '../../../support/service/child-process.ts'
import { nodes, type Packed, pack, root, runIn } from '../support/packed.ts'

const ada = { email: 'ada@example.com', displayName: 'Ada', password: 'correct horse battery' }
const goal = {
  title: 'Answer in a day',
  detailedDescription: 'All requests.',
  timeframe: { kind: 'deadline' as const, targetDate: '2027-06-30' },
}

let packed: Packed
/** An empty folder, in which the service is started. */
let folder: string
let home: Record<string, string>
/** The installed command, where npx puts it. */
let program: string
let service: ChildService

/** Runs the installed command in the folder. */
const cairnServer = (...parameters: string[]) => runIn(folder, [process.execPath, program, ...parameters])

beforeAll(async () => {
  packed = await pack(buildServer)
  folder = path.join(packed.folder, 'empty')
  await mkdir(folder)
  // A home without npm's cache: nothing but the file is there to install from.
  home = { HOME: path.join(packed.folder, 'home') }
  service = await startChildService(
    {},
    startCommand('npx', ['--yes', '--offline', path.relative(folder, packed.tarball)], {
      folder,
      environment: { PORT: '0', npm_config_update_notifier: 'false', ...home },
    }),
  )
  const installations = path.join(packed.folder, 'home/.npm/_npx')
  const [installation = ''] = await readdir(installations)
  program = path.join(installations, installation, 'node_modules/@cairn/server/cairn-server.cjs')
})
afterAll(async () => {
  await stopService()
  await packed.stop()
})

/** Stops the service as a person does who knows its process, and returns how the command ended. */
async function stopService() {
  const state = await readFile(path.join(folder, '.data/service.json'), 'utf8').catch(() => undefined)
  if (state === undefined) return undefined
  const { pid } = JSON.parse(state)
  process.kill(pid, 'SIGTERM')
  await eventually(async () => expect(await isRunning(pid)).toBe(false))
  return service.exited
}

describe('cairn-server, from its file in an empty folder', () => {
  let browser: Browser
  let secret: string
  let goalId: string

  it('serves the app and every text that it reads while it runs', async () => {
    expect(await readdir(folder)).toEqual(['.data'])
    const get = async (name: string) => (await fetch(`${service.origin}${name}`)).text()
    const page = await get('/')
    const assets = [...page.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
    expect(assets.length).toBeGreaterThan(2)
    for (const name of [...assets, '/sw.js', '/favicon.svg'])
      expect(await get(name), name).toBe(await readFile(`${root}packages/web/dist${name}`, 'utf8'))
    for (const coding of ['br', 'gzip']) {
      const asset = await fetch(`${service.origin}${assets[0]}`, { headers: { 'accept-encoding': coding } })
      expect(asset.headers.get('content-encoding')).toBe(coding)
      expect(await asset.text()).toBe(await get(assets[0] ?? ''))
    }
    expect(JSON.parse(await get('/openapi.json'))).toEqual(
      JSON.parse(await readFile(`${root}packages/contract/openapi.json`, 'utf8')),
    )
    expect(await get('/llms.txt')).toContain(service.origin)
    expect(await get('/dev/mail/new-mail.js')).toBe(
      await readFile(`${root}packages/local/src/dev-mail/new-mail.js`, 'utf8'),
    )
    const files = path.join(path.dirname(program), 'server/packages/web/dist')
    const built = await readdir(`${root}packages/web/dist`, { recursive: true })
    expect((await readdir(files, { recursive: true })).sort()).toEqual(
      built.filter((name) => !/^\.|\.gz$/.test(name)).sort(),
    )
  })

  it('signs people up, and knows common passwords', async () => {
    const { origin } = service
    const { register } = createClient({ baseUrl: origin, headers: { origin } })
    await expect(register({ body: { ...ada, password: 'password1234' } })).rejects.toMatchObject({
      details: [{ message: expect.stringContaining('most common ones') }],
    })
    await register({ body: ada })
    expect(await cairnServer('verify-email', ada.email)).toMatchObject({
      code: 0,
      stdout: 'ada@example.com is verified.\n',
    })
    browser = await signInAgain(service, ada)
    goalId = (await browser.api.createGoal({ body: goal })).goal.id
    secret = (await createToken(browser)).secret
  })

  it('has the maintenance commands, while it runs', async () => {
    const all = await Promise.all([
      cairnServer('check-integrity'),
      cairnServer('verify-history', goalId),
      cairnServer('backup', 'copy.sqlite'),
      cairnServer('end-sessions', ada.email),
    ])
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, '']))
    expect(all[1]?.stdout).toMatch(/^The history of "Answer in a day" is whole: 1 entries/)
    expect((await stat(path.join(folder, 'copy.sqlite'))).size).toBeGreaterThan(0)
    await expect(browser.api.getAuthSession()).rejects.toMatchObject({ status: 401 })
    const wrong = await cairnServer('backup')
    expect(wrong).toMatchObject({ code: 1, stdout: '' })
    expect(wrong.stderr).toMatch(/^Usage: cairn-server backup <file>\n/)
    expect(wrong.stderr).not.toContain('npm')
  })

  it('stops on SIGTERM and finds its data again, with the settings of its systemd unit', async () => {
    expect(await stopService()).toMatchObject({ code: 0 })
    expect(await cairnServer('check-integrity')).toMatchObject({ code: 0, stderr: '' })
    const emails = Promise.withResolvers<string>()
    const server = new SMTPServer({
      authOptional: true,
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        emails.resolve(address)
        done()
      },
    })
    const listening = server.listen(0, '127.0.0.1')
    await new Promise((resolve) => listening.once('listening', resolve))
    const address = listening.address()
    const smtp = { SMTP_HOST: '127.0.0.1', SMTP_PORT: String(typeof address === 'object' && address?.port) }
    const DATA_DIR = path.join(folder, '.data')
    service = await startChildService(
      {},
      startCommand(process.execPath, [program], {
        folder: packed.folder,
        environment: { ...(await settingsOfUnit()), ...smtp, SMTP_TLS: 'off', PORT: '0', DATA_DIR },
      }),
    )
    const origin = `http://localhost:${service.port}`
    const { goal: found } = await programWith({ origin }, { secret }).getGoal({ params: { goalId } })
    expect(found.title).toBe(goal.title)
    const { WEB_ORIGIN = '' } = await settingsOfUnit()
    await createClient({
      baseUrl: origin,
      headers: { origin: WEB_ORIGIN, 'x-real-ip': '192.0.2.1' },
    }).forgotPassword({ body: { email: ada.email } })
    expect(await emails.promise).toBe(ada.email)
    await new Promise<void>((done) => void server.close(() => done()))
    expect(await stopService()).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('the command', () => {
  it('says what it is and what it can do', async () => {
    const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
    expect(await cairnServer('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
    const { stdout } = await cairnServer('--help')
    expect(stdout).toMatch(/^Usage: cairn-server /)
    for (const name of ['backup', 'check-integrity', 'end-sessions', 'verify-email', 'verify-history'])
      expect(stdout).toContain(`\n  ${name} `)
  })

  it.each([[['frob']], [['start', 'frob']], [['constructor']]])('refuses %j', async (parameters) => {
    expect(await cairnServer(...parameters)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `cairn-server does not know "${parameters.at(-1)}". \`cairn-server --help\` lists the commands.\n`,
    })
  })

  it('says in a sentence that Node is too old', async () => {
    const [, oldNode] = nodes[0]
    expect(await runIn(folder, [oldNode, program])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^Cairn needs Node 24 or newer, but this is Node 20\.[\d.]+\. Install it.*\n$/,
      ),
    })
  })
})

describe('the file', () => {
  it('carries everything, in at most 15 MB', async () => {
    const files = path.dirname(program)
    const manifest = JSON.parse(await readFile(path.join(files, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest.engines).toEqual({ node: '>=24' })
    expect((await stat(packed.tarball)).size).toBeLessThan(15_000_000)
    const modules = (await readdir(path.join(files, 'server'))).filter((name) => name.endsWith('.js'))
    for (const name of modules) {
      const code = await readFile(path.join(files, 'server', name), 'utf8')
      const imported = [...code.matchAll(/(?:^|;|\})import(?:[\w*${},\s]+from)?\s*"([^"]+)"/g)].map(
        ([, from]) => from,
      )
      expect(imported.filter((from) => !/^(?:node:|\.\/)/.test(from ?? ''))).toEqual([])
    }
  })

  it('carries the licenses of what it carries', async () => {
    const notices = await readFile(path.join(path.dirname(program), 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    // Modules of the service, those of the app, and its fonts.
    for (const name of [
      '@aws-sdk/client-dynamodb',
      'nodemailer',
      'oidc-provider',
      'react-dom',
      '@fontsource-variable/inter',
    ])
      expect(notices).toContain(name)
    const withoutText = notices
      .split('\n----\n')
      .filter((notice) => notice.length < 400 && !notice.includes('https://spdx.org/licenses/'))
    expect(withoutText.map((notice) => notice.trim())).toEqual([])
  })

  it('names the variables of the service in its README', async () => {
    const readme = await readFile(path.join(path.dirname(program), 'README.md'), 'utf8')
    const ofRepository = variablesOf(await readFile(`${root}README.md`, 'utf8'))
    expect(ofRepository.length).toBeGreaterThan(20)
    expect(variablesOf(readme)).toEqual(ofRepository)
    for (const name of Object.keys(await settingsOfUnit())) {
      if (name !== 'NODE_ENV' && name !== 'NODE_COMPILE_CACHE') expect(ofRepository).toContain(name)
    }
  })

  it('keeps its data where its unit and its container file let it write', async () => {
    const { DATA_DIR, NODE_COMPILE_CACHE } = await settingsOfUnit()
    const unit = await packagedText('cairn.service')
    expect(unit).toContain(`\nStateDirectory=${path.basename(DATA_DIR ?? '')}\n`)
    expect(unit).toContain(`\nCacheDirectory=${path.basename(NODE_COMPILE_CACHE ?? '')}\n`)
    expect(unit).toMatch(/^ExecStart=\/usr\/bin\/env cairn-server$/m)
    const container = await packagedText('Containerfile')
    expect(container.match(/DATA_DIR=(\S+)/)?.[1]).toBe(container.match(/^VOLUME (\S+)$/m)?.[1])
    expect(container).toMatch(/^ENTRYPOINT \["cairn-server"\]$/m)
  })
})

const packagedText = (name: string) => readFile(path.join(path.dirname(program), name), 'utf8')

/** The names in the first column of a README's table of variables. */
function variablesOf(readme: string): string[] {
  const [, section = ''] = readme.split(/^## (?:Configuration|Environment)$/m)
  const rows = section.split(/^## /m)[0]?.match(/^\| `[^|]+/gm) ?? []
  return rows.flatMap((row) => [...row.matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name))
}

/** The `Environment=` lines of the systemd unit. */
async function settingsOfUnit(): Promise<Record<string, string>> {
  const lines = (await packagedText('cairn.service')).matchAll(/^Environment=(.*)$/gm)
  const pairs = [...lines].flatMap(([, line = '']) => line.split(' '))
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]))
}
