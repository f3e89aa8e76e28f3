/** `npm run build:server`: writes `packages/server/dist`, which `npm pack` takes. */
import { execFile } from 'node:child_process'
import { chmod, cp, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { licenseOf, publish } from '@cairn/client/build/publish'
import { bundledFiles } from './bundled-files.ts'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))
const ensureWebApp = path.join(root, 'packages/web/build/ensure.ts')
/** The bundler of the web app lists the licenses of its modules, but not of its fonts. */
const licensesOfWebApp = path.join(root, 'packages/web/dist/.vite/license.md')
const fonts = ['inter', 'source-serif-4'].map((font) =>
  path.join(root, 'node_modules/@fontsource-variable', font),
)

/** Files beside the program, for the machine that runs it. */
const asTheyAre = ['cairn.service', 'Containerfile']

/** Returns the README with the table of variables, because whoever has the package may not have the repository. */
async function readmeOfPackage(): Promise<string> {
  const repository = await readFile(path.join(root, 'README.md'), 'utf8')
  const table = /^## Configuration$.*?(^\|.*?)^## /ms.exec(repository)?.[1]
  if (table === undefined) throw new Error('README.md has no table of variables.')
  const readme = await readFile(path.join(folder, 'README.md'), 'utf8')
  const text = table.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').trim()
  return readme.replace(/^<!-- The build.*^<!-- End -->$/ms, () => text)
}

/** Writes a folder to pack, and returns it. The web app is built first if its sources have changed. */
export async function buildServer(output = path.join(folder, 'dist')): Promise<string> {
  await run(process.execPath, [ensureWebApp])
  const program = 'cairn-server.cjs'
  await publish({
    folder,
    output,
    notices: [await readFile(licensesOfWebApp, 'utf8'), ...(await Promise.all(fonts.map(licenseOf)))],
    manifest: {
      engines: { node: '>=24' },
      bin: { 'cairn-server': program },
      files: [program, 'server', ...asTheyAre, 'THIRD-PARTY-NOTICES.txt'],
    },
    bundle: {
      entryPoints: [path.join(folder, 'src/main.ts')],
      outdir: path.join(output, 'server'),
      // Modules that only some installations need, such as SMTP, are loaded when they are needed.
      splitting: true,
      platform: 'node',
      mainFields: ['module', 'main'],
      target: 'node24',
      // Names stay, so that a stack trace says where something failed.
      minifyWhitespace: true,
      minifySyntax: true,
      // The database takes its commands by the names of their classes.
      keepNames: true,
      // Modules that are commands of the repository's scripts do not run by themselves here.
      define: { 'import.meta.main': 'false' },
      plugins: [bundledFiles({ root, output: path.join(output, 'server') })],
      // Some of the bundled packages are CommonJS, which requires parts of Node.
      banner: {
        js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
      },
    },
  })
  await cp(path.join(folder, 'src', program), path.join(output, program))
  await chmod(path.join(output, program), 0o755)
  await writeFile(path.join(output, 'README.md'), await readmeOfPackage())
  for (const name of asTheyAre) await cp(path.join(folder, name), path.join(output, name))
  return output
}

if (import.meta.main) console.log(await buildServer())
