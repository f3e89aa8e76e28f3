import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contentTypeOf, isPage } from '../../../hosting.ts'

test('every page of the app is served as a page', () => {
  const router = readFileSync(new URL('../routing/router.tsx', import.meta.url), 'utf8')
  const paths = [
    ...router.matchAll(/getParentRoute: \(\) => (?:root|protectedPart),\s+path: '(\/[^']*)'/g),
  ].map(([, path = '']) => path)
  expect(paths).toContain('/reset-password')
  expect(paths.filter((path) => !isPage(path))).toEqual([])
})

test('the pictures that index.html and the manifest name exist, in the size that they say', () => {
  const read = (path: string) => readFileSync(new URL(`../../../public${path}`, import.meta.url))
  const html = readFileSync(new URL('../../../index.html', import.meta.url), 'utf8')
  const { icons }: { icons: { src: string; type: string; sizes: string }[] } = JSON.parse(
    read('/manifest.json').toString(),
  )
  const named = [...html.matchAll(/(?:href|content)="(\/[\w.-]+)"/g)].map(([, path = '']) => path)
  expect(named.sort()).toEqual(['/favicon.svg', '/icon-180.png', '/manifest.json', '/share.png'])
  const pictures = [
    { src: '/share.png', type: 'image/png', sizes: '1200x630' },
    { src: '/icon-180.png', type: 'image/png', sizes: '180x180' },
    ...icons,
  ]
  for (const { src, type, sizes } of pictures) {
    expect(contentTypeOf(src)).toBe(type)
    if (type === 'image/png') expect(sizeOfPng(read(src))).toBe(sizes)
  }
})

/** From the header chunk (https://www.w3.org/TR/png-3/#11IHDR). */
function sizeOfPng(content: Buffer): string {
  return `${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`
}
