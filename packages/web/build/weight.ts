/**
 * `npm run weight`: how much a browser with an empty cache downloads per page, from one machine and from AWS. The limit
 * applies to the scripts in Brotli from one machine. Exits with 1 if a page exceeds its limit.
 */
import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'
import { compressedSuffixes, distDirectory, isCompressible } from '../hosting.ts'
import { filesOf, readManifest } from './manifest.ts'
import { pages } from './pages.ts'

const kilobyte = 1_000

const manifest = await readManifest()

/** Files that import each other run in an order that leaves some of their modules empty (`codeSplitting` in vite.config.ts). */
function requireNoCycle(): void {
  for (const [name, { imports = [] }] of Object.entries(manifest)) {
    const reached = filesOf(manifest, imports)
    const own = manifest[name]?.file
    if (own !== undefined && reached.has(own)) throw new Error(`${own} imports itself through other files.`)
  }
}

/** Files that every page needs besides its scripts: HTML, styles, icon, and Latin fonts. */
async function filesBesideScript(): Promise<string[]> {
  const page = await readFile(new URL('index.html', distDirectory), 'utf8')
  const start = /assets\/start-[\w-]+\.js/.exec(page)?.[0] ?? ''
  const { css = [], assets = [] } = manifest['index.html'] ?? {}
  const fonts = assets.filter((file) => /-latin-wght-\S+\.woff2$/.test(file))
  if (css.length === 0 || fonts.length === 0) throw new Error('The build has no styles or no fonts.')
  return ['index.html', start, 'favicon.svg', ...css, ...fonts]
}

type Weight = { brotli: number; gzip: number; cloudFront: number }

/** One machine sends the compressed copies from the build. */
async function weigh(file: string): Promise<Weight> {
  const content = await readFile(new URL(file, distDirectory))
  const sizeOf = async (suffix: string) =>
    (await stat(new URL(file + suffix, distDirectory)).catch(() => undefined))?.size ?? content.length
  return {
    brotli: await sizeOf(compressedSuffixes.br),
    gzip: await sizeOf(compressedSuffixes.gzip),
    cloudFront: cloudFrontBytes(file, content),
  }
}

/**
 * An estimate. CloudFront compresses files of at least 1,000 bytes on the fly
 * (https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/ServingCompressedFiles.html). Its quality level is not
 * documented; 5 is a common choice.
 */
function cloudFrontBytes(file: string, content: Buffer): number {
  if (!isCompressible(file) || content.length < 1_000) return content.length
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length
}

async function weighAll(files: Iterable<string>): Promise<Weight> {
  const sum = { brotli: 0, gzip: 0, cloudFront: 0 }
  for (const weight of await Promise.all([...files].map(weigh))) {
    for (const key of ['brotli', 'gzip', 'cloudFront'] as const) sum[key] += weight[key]
  }
  return sum
}

const inKilobytes = (bytes: number) => (bytes / kilobyte).toFixed(1).padStart(10)
const columns = ({ brotli, gzip, cloudFront }: Weight) => [brotli, gzip, cloudFront].map(inKilobytes).join('')

requireNoCycle()
let failed = false
console.log('KB on a first visit            script: br      gzip       AWS   all: br      gzip       AWS')
for (const { address, modules, later = [], limit } of pages) {
  const script = filesOf(manifest, [...modules, ...later])
  const weight = await weighAll(script)
  const everything = await weighAll([...script, ...(await filesBesideScript())])
  const isTooHeavy = weight.brotli > limit * kilobyte
  failed ||= isTooHeavy
  const verdict = isTooHeavy ? `  TOO HEAVY: the script limit is ${limit} KB` : ''
  console.log(address.padEnd(29) + columns(weight) + columns(everything) + verdict)
}
console.log(
  'br and gzip: from one machine. AWS: an estimate of what CloudFront sends to browsers that accept Brotli.',
)
if (failed) process.exitCode = 1
