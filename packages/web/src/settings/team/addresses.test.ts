import { expect, test } from 'vitest'
import { addressesIn } from './addresses.ts'

test.each([
  ['ann@example.com', ['ann@example.com']],
  [' ann@example.com ', ['ann@example.com']],
  [
    'ann@example.com, ben@example.com;cem@example.com',
    ['ann@example.com', 'ben@example.com', 'cem@example.com'],
  ],
  ['ann@example.com\r\nben@example.com\n\n', ['ann@example.com', 'ben@example.com']],
  ['ann@example.com ben@example.com', ['ann@example.com', 'ben@example.com']],
  ['Ann Lee <ann@example.com>, "Boz, Cem" <cem@example.com>', ['ann@example.com', 'cem@example.com']],
  ['ann@example.com, ANN@example.com', ['ANN@example.com']],
  ['ann@example.com, ben@', ['ann@example.com', 'ben@']],
  [' , ; \n', []],
])('finds the addresses in %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
