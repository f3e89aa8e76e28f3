import type { ApiTokenScope } from '@cairn/contract/schemas/api-tokens'

/** As the tables of these tests write them. */
export const scopesByAbbreviation: Record<string, ApiTokenScope> = {
  gr: 'goals:read',
  gw: 'goals:write',
  gra: 'goals:read:all',
  gwa: 'goals:write:all',
  lr: 'labels:read',
  lw: 'labels:write',
  mr: 'members:read',
  in: 'inbox',
  cw: 'comments:write',
}
