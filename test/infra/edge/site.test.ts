import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { llmsText } from '@cairn/contract/llms-text'
import { distDirectory, withShareImage } from '@cairn/web/hosting'
import { App, CfnParameter, FileSystem, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfiguration } from '../../../infra/configuration/configuration.ts'
import { createSettings } from '../../../infra/configuration/configuration-settings.ts'
import { createSiteBucket, deploySite, excludedFiles } from '../../../infra/edge/site.ts'
import { cdkJson, synthLimit } from '../support/synth.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'cairn-site-'))
  for (const folder of ['assets', '.vite'])
    await mkdir(path.join(directory, 'dist', folder), { recursive: true })
  const built = ['index.html', 'sw.js', 'favicon.svg', 'assets/index-1.js', 'assets/font-1.woff2']
  const compressed = built.flatMap((file) => [`${file}.br`, `${file}.gz`])
  for (const file of [...built, ...compressed, '.sources', '.vite/manifest.json'])
    await writeFile(path.join(directory, 'dist', file), file)
})
afterAll(() => rm(directory, { recursive: true }))

it.each([
  ['assets', ['assets/font-1.woff2', 'assets/index-1.js']],
  ['pages', ['favicon.svg', 'sw.js']],
] as const)('uploads the %s of the site, without compressed and internal files', async (upload, files) => {
  const copy = path.join(directory, upload)
  await mkdir(copy)
  FileSystem.copyDirectory(path.join(directory, 'dist'), copy, { exclude: excludedFiles[upload] })
  const entries = await readdir(copy, { recursive: true, withFileTypes: true })
  const copied = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(copy, path.join(entry.parentPath, entry.name)))
  expect(copied.sort()).toEqual(files)
})

it.each(['own.example.com', undefined])(
  'uploads the page with the whole address of its picture, and the text for agents with those of its links: %s',
  async (domain) => {
    const outdir = path.join(directory, `cdk-${domain}`)
    const stack = new Stack(new App({ outdir }), 'Site')
    // As the distribution's domain, it is known only during the deploy.
    const name = domain ?? new CfnParameter(stack, 'Domain').valueAsString
    const configuration = readConfiguration(createSettings(cdkJson.context, {}))
    deploySite(stack, configuration, {
      bucket: createSiteBucket(stack),
      webOrigin: `https://${name}`,
      after: [],
    })
    const { SourceObjectKeys, SourceMarkers = [] } = pagesOf(stack)
    const uploaded = async (file: string) => {
      const found = await Promise.all(
        SourceObjectKeys.map(async (key, index) => {
          const [hash] = key.split('.')
          const content = await readFile(path.join(outdir, `asset.${hash}`, file), 'utf8').catch(
            () => undefined,
          )
          // The function that copies the files replaces each marker by its value.
          return Object.entries(SourceMarkers[index] ?? {}).reduce(
            (text, [marker, value]) =>
              text?.replaceAll(marker, value.Ref === 'Domain' ? 'd123.example.net' : '?'),
            content,
          )
        }),
      )
      return found.filter((content) => content !== undefined)
    }
    const origin = `https://${domain ?? 'd123.example.net'}`
    const built = await readFile(new URL('index.html', distDirectory), 'utf8')
    const page = withShareImage(built, origin)
    expect(page).toContain(`content="${origin}/share.png"`)
    expect(await uploaded('index.html')).toEqual([page])
    expect(llmsText(origin)).toContain(`](${origin}/mcp)`)
    expect(await uploaded('llms.txt')).toEqual([llmsText(origin)])
  },
  synthLimit,
)

type Upload = { SourceObjectKeys: string[]; SourceMarkers?: Record<string, { Ref: string }>[] }

/** The second upload, after that of /assets. */
function pagesOf(stack: Stack): Upload {
  const [, pages] = Object.values(Template.fromStack(stack).findResources('Custom::CDKBucketDeployment'))
  return pages?.Properties
}
