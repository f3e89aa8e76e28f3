import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

/** The weights that the app uses of each font that every page loads. All of them would weigh twice as much. */
const weights: Record<string, number | { min: number; max: number }> = {
  'inter-latin-wght-normal': { min: 400, max: 700 },
  'source-serif-4-latin-wght-normal': 600,
}

/** The characters for which style sheets load Latin fonts: `unicode-range` of @fontsource-variable. */
const latin: [first: number, last: number][] = [
  [0x20, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2bb, 0x2bc],
  [0x2c6, 0x2c6],
  [0x2da, 0x2da],
  [0x2dc, 0x2dc],
  [0x304, 0x304],
  [0x308, 0x308],
  [0x329, 0x329],
  [0x2000, 0x206f],
  [0x20ac, 0x20ac],
  [0x2122, 0x2122],
  [0x2191, 0x2193],
  [0x2212, 0x2215],
  [0xfeff, 0xfeff],
  [0xfffd, 0xfffd],
]
const characters = latin
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, index) => first + index))
  .map((code) => String.fromCodePoint(code))
  .join('')

/** Leaves weights that no page uses out of the fonts. */
export function smallerFonts(): Plugin {
  return {
    name: 'smaller-fonts',
    async generateBundle(_, bundle) {
      for (const [name, wght] of Object.entries(weights)) {
        const font = Object.values(bundle).find(({ fileName }) => fileName.includes(`/${name}`))
        if (font?.type !== 'asset') this.error(`The build has no font ${name}.`)
        font.source = await subsetFont(Buffer.from(font.source), characters, {
          targetFormat: 'woff2',
          variationAxes: { wght },
        })
      }
    },
  }
}
