import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { buildServer } from '../../../packages/server/build/build.ts'

/** Writes the file that people start without a checkout, and returns its path. */
export async function packServer(directory: string): Promise<string> {
  const built = await buildServer(path.join(directory, 'built'))
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', built, '--pack-destination', directory, '--silent', '--offline'],
    { cwd: directory },
  )
  return path.join(directory, stdout.trim())
}

/** Returns how to start the file in a new, empty folder. npx installs it without the network, for a person who has nothing else. */
export async function npxIn(folder: string, tarball: string) {
  await mkdir(folder)
  return {
    command: ['npx', '--yes', '--offline', path.relative(folder, tarball)],
    folder,
    environment: { HOME: folder },
  }
}
