import { describe, expect, test } from 'vitest'
import { programOf } from './program-of.ts'

describe('a program is on the person’s own computer', () => {
  test.each([
    ['http://127.0.0.1:9/callback', true],
    ['http://127.20.30.40/', true],
    ['http://localhost:3000/callback', true],
    ['https://localhost/', true],
    ['http://[::1]:8080/', true],
    ['https://localhost.evil.example/', false],
    ['https://evil.localhost/', false],
    ['https://notlocalhost/', false],
    ['https://127.0.0.1.evil.example/', false],
    ['https://evil.example/127.0.0.1', false],
    ['https://localhost@evil.example/', false],
    ['http://[::2]/', false],
    ['http://128.0.0.1/', false],
    ['app://localhost/callback', false],
    ['no address', false],
  ])('if it returns to %s: %s', (redirectUri, isLoopback) => {
    expect(programOf({ clientId: 'c1' }, redirectUri).isLoopback).toBe(isLoopback)
  })
})

describe('the host of a program', () => {
  test.each([
    ['the one that gets the code', 'c1', 'https://bot.example:8443/callback', 'bot.example:8443', false],
    ['its metadata document’s', 'https://bot.example/p.json', 'http://127.0.0.1/', 'bot.example', true],
    [
      'not that of a document without TLS',
      'http://bot.example/p',
      'https://other.example/',
      'other.example',
      false,
    ],
    ['only a scheme of its own', 'c1', 'app://google.com/callback', 'app:', false],
    ['only a scheme that is like the web’s', 'c1', 'xhttps://google.com/', 'xhttps:', false],
    ['unknown without an address', 'c1', undefined, '', false],
  ])('is %s', (_, clientId, redirectUri, host, isVerified) => {
    expect(programOf({ clientId }, redirectUri)).toMatchObject({ host, isVerified, name: host })
  })

  test('is the one that gets the code if nobody knows the program', () => {
    expect(programOf(undefined, 'https://bot.example/')).toMatchObject({
      host: 'bot.example',
      isVerified: false,
    })
  })
})

test.each([
  [' Helpdesk\n  bot ', 'Helpdesk bot'],
  ['x'.repeat(101), 'x'.repeat(100)],
  [' \n ', 'bot.example'],
  [undefined, 'bot.example'],
])('the name %j is shown as %j', (clientName, name) => {
  expect(programOf({ clientId: 'c1', clientName }, 'https://bot.example/').name).toBe(name)
})
