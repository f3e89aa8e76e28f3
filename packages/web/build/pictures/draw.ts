/**
 * `npm run pictures -w @cairn/web`: draws the pictures of `public/` that are no SVG. They are committed, because drawing needs a browser,
 * which a build has not.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { launchChromium } from '../../../../test/browser/support/chromium.ts'

const { resolve } = createRequire(import.meta.url)
const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

const [theme, font] = await Promise.all([
  readFile(file('src/presentation/styles/theme.css'), 'utf8'),
  readFile(
    resolve('@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2'),
    'base64',
  ),
])

const style = `${theme}
@font-face { font-family: Claim; src: url(data:font/woff2;base64,${font}); font-weight: 200 900 }
body { margin: 0; background: var(--paper); color: var(--ink); font-family: Claim; font-weight: 600 }
p { margin: 0 }
.share { display: grid; grid-template-columns: 1fr 500px; gap: 40px; align-items: center; width: 1200px; height: 630px;
  box-sizing: border-box; padding: 0 72px }
.name { display: flex; align-items: center; gap: 18px; font-size: 44px; margin-bottom: 44px }
.name svg { width: 56px }
.claim { font-size: 76px; line-height: 1.08; letter-spacing: -0.01em; text-wrap: balance }
.ground { stroke: var(--line); stroke-width: 0.6; stroke-linecap: round }
.icon { display: grid; place-items: center; width: 100vw; height: 100vh } .icon svg { width: 62% }
.fill-ink-soft { fill: var(--ink-soft) } .fill-accent { fill: var(--accent) }
.fill-good-fill { fill: var(--good-fill) } .fill-warn-fill { fill: var(--warn-fill) } .fill-bad-fill { fill: var(--bad-fill) }`

const pictures = [
  { name: 'share.png', picture: 'shareImage', width: 1_200, height: 630 },
  { name: 'icon-180.png', picture: 'icon', width: 180, height: 180 },
  { name: 'icon-512.png', picture: 'icon', width: 512, height: 512 },
] as const

const server = await createServer({
  root: file('.'),
  configFile: file('vite.config.ts'),
  server: { middlewareMode: true },
})
const drawn = await server.ssrLoadModule('/build/pictures/pictures.tsx')
const browser = await launchChromium()
for (const { name, picture, width, height } of pictures) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: 'light' })
  await page.setContent(`<!doctype html><style>${style}</style>${drawn[picture]()}`)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: file(`public/${name}`) })
}
await browser.close()
await server.close()
