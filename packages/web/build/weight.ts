/**
 * `npm run weight`: how much script each page needs before it is whole, in brotli at its best quality, with gzip beside
 * it. (A content delivery network that compresses while it sends does a tenth worse.) Ends with 1 where a page is
 * heavier than it may be.
 */
import { readFile } from 'node:fs/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { distDirectory } from '../hosting.ts'

type Chunk = { file: string; imports?: string[]; dynamicImports?: string[] }

const app = ['index.html']
const shell = [...app, 'src/app/shell.tsx']
const kilobyte = 1_000

/** What a page loads, beyond what its modules import by themselves, and how many kilobytes that may be. */
const pages: { page: string; modules: string[]; limit: number }[] = [
  { page: '/sign-in', modules: [...app, 'src/sign-in/sign-in-page.tsx'], limit: 130 },
  { page: '/verify-email', modules: [...app, 'src/verify-email/verify-email-page.tsx'], limit: 130 },
  { page: '/home', modules: [...shell, 'src/home/home-page.tsx'], limit: 200 },
  { page: '/goals', modules: [...shell, 'src/goals/list/goals-page.tsx'], limit: 200 },
  {
    page: '/goals/<id>, with history and Markdown',
    modules: [...shell, 'src/goals/detail/goal-page.tsx', 'src/markdown/rendered-markdown.tsx'],
    limit: 220,
  },
  { page: '/labels', modules: [...shell, 'src/labels/labels-page.tsx'], limit: 200 },
  {
    page: '/settings/team',
    modules: [...shell, 'src/settings/settings-layout.tsx', 'src/settings/team/team-page.tsx'],
    limit: 200,
  },
]

const manifest: Record<string, Chunk> = JSON.parse(
  await readFile(new URL('.vite/manifest.json', distDirectory), 'utf8'),
)

/** The files of the modules and of everything that they import at once. */
function filesOf(modules: readonly string[], files = new Set<string>()): Set<string> {
  for (const name of modules) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}.`)
    if (files.has(chunk.file)) continue
    files.add(chunk.file)
    filesOf(chunk.imports ?? [], files)
  }
  return files
}

async function weigh(file: string): Promise<{ brotli: number; gzip: number }> {
  const content = await readFile(new URL(file, distDirectory))
  const brotli = brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  })
  return { brotli: brotli.length, gzip: gzipSync(content, { level: 9 }).length }
}

const inKilobytes = (bytes: number) => (bytes / kilobyte).toFixed(1).padStart(6)

let failed = false
for (const { page, modules, limit } of pages) {
  const weights = await Promise.all([...filesOf(modules)].map(weigh))
  const brotli = weights.reduce((sum, weight) => sum + weight.brotli, 0)
  const gzip = weights.reduce((sum, weight) => sum + weight.gzip, 0)
  const isTooHeavy = brotli > limit * kilobyte
  failed ||= isTooHeavy
  const verdict = isTooHeavy ? 'TOO HEAVY, ' : ''
  console.log(
    `${inKilobytes(brotli)} KB  ${page}  (${verdict}limit ${limit} KB; gzip ${inKilobytes(gzip).trim()} KB)`,
  )
}
if (failed) process.exitCode = 1
