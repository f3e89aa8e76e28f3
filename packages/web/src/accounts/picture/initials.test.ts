import { describe, expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

describe('initialsOf', () => {
  test.each([
    ['Ada Lovelace', 'AL'],
    ['ada lovelace', 'AL'],
    ['Ada', 'A'],
    ['Ada King Lovelace', 'AL'],
    ['  Ada   Lovelace ', 'AL'],
    ['(Ada) "Countess" Lovelace', 'AL'],
    ['Ada 2', 'A'],
    ['Ödön Ács', 'ÖÁ'],
    ['Élodie', 'É'],
    ['ßeta Test', 'ßT'],
    ['Анна Каренина', 'АК'],
    ['Νίκος Παπάς', 'ΝΠ'],
    ['Հայկ Նահապետ', 'ՀՆ'],
    ['李小龙', '李'],
    ['李 小龙', '李'],
    ['山田 太郎', '山'],
    ['김민준', '김'],
    ['محمد علي', 'م'],
    ['דוד לוי', 'ד'],
    ['क्षितिज शर्मा', 'क्षि'],
    ['สมชาย ใจดี', 'ส'],
    ['👩‍👩‍👧 Family', 'F'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['🇩🇪', '🇩🇪'],
    ['…', '…'],
    ['', ''],
    [' ', ''],
  ])('of %j are %j', (name, initials) => {
    expect(initialsOf(name, 2)).toBe(initials)
  })

  test('are one where there is room for one', () => {
    expect(initialsOf('Ada Lovelace', 1)).toBe('A')
    expect(initialsOf('👍🏽 Ada', 1)).toBe('A')
  })
})
