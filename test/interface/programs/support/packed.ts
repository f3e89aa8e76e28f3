import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
export const root = fileURLToPath(new URL('../../../../', import.meta.url))
export const tool = (name: string) => path.join(root, 'node_modules/.bin', name)

/** The Node versions that packages must run on: the oldest that is supported, from npm, and the one that runs the tests. */
export const nodes = [
  ['Node 20', path.join(root, 'packages/client/node_modules/.bin/node')],
  ['Node 24', process.execPath],
] as const

/** A package's file, in an empty folder outside the repository. */
export type Packed = { folder: string; tarball: string; stop(): Promise<void> }

const npm = (parameters: string[], cwd: string) =>
  run('npm', [...parameters, '--silent', '--offline', '--no-audit', '--no-fund', '--no-update-notifier'], {
    cwd,
  })

/** Builds and packs a package. */
export async function pack(build: (output: string) => Promise<string>): Promise<Packed> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cairn-packed-'))
  // Not in `dist`: other test files build it at the same time.
  const built = await build(path.join(folder, 'built'))
  const { stdout } = await npm(['pack', built, '--pack-destination', folder], folder)
  await rm(built, { recursive: true })
  return {
    folder,
    tarball: path.join(folder, stdout.trim()),
    stop: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Builds and packs a package, and installs the file, without the network. */
export async function installPacked(build: (output: string) => Promise<string>): Promise<Packed> {
  const packed = await pack(build)
  await writeFile(path.join(packed.folder, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(['install', packed.tarball], packed.folder)
  return packed
}

/** Runs a program in a folder with no other environment; returns what it printed, whatever its exit code. */
export async function runIn(
  folder: string,
  [program, ...parameters]: [string, ...string[]],
  environment: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const options = { cwd: folder, env: { PATH: process.env.PATH, ...environment }, timeout: 120_000 }
    return { code: 0, ...(await run(program, parameters, options)) }
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string }
  }
}
