/** `npm run build:cli`: writes `packages/cli/dist`, which `npm pack` takes. */
import { chmod } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { publish } from '@cairn/client/build/publish'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Writes a folder to pack, and returns it. One file with everything in it starts in a third of the time, and installs without a registry. */
export async function buildCli(output = path.join(folder, 'dist')): Promise<string> {
  const file = 'cairn.js'
  await publish({
    folder,
    output,
    manifest: { bin: { cairn: file }, files: [file, 'THIRD-PARTY-NOTICES.txt'] },
    bundle: {
      entryPoints: [path.join(folder, 'src/main.ts')],
      outfile: path.join(output, file),
      platform: 'node',
      mainFields: ['module', 'main'],
      target: 'node20.3',
      // Names stay, so that a stack trace says where something failed.
      minifyWhitespace: true,
      minifySyntax: true,
      // Commander is CommonJS, which requires parts of Node.
      banner: {
        js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
      },
    },
  })
  await chmod(path.join(output, file), 0o755)
  return output
}

if (import.meta.main) console.log(await buildCli())
