type Pair = { paper: string; ink: string }

/**
 * The colors of initials: ten hues of one lightness (OKLCH), so that none stands out. A light and a dark pair of each has a contrast of
 * at least 4.5 (WCAG 2.2, 1.4.3).
 */
export const avatarColors: readonly { light: Pair; dark: Pair }[] = [
  { light: { paper: '#ffd1cc', ink: '#70312e' }, dark: { paper: '#59302d', ink: '#ffcfca' } },
  { light: { paper: '#fcd5bc', ink: '#6c380d' }, dark: { paper: '#55341c', ink: '#fed4b9' } },
  { light: { paper: '#efdcb5', ink: '#5e4300' }, dark: { paper: '#4c3a13', ink: '#f0dcb1' } },
  { light: { paper: '#d9e4bc', ink: '#424e08' }, dark: { paper: '#39421b', ink: '#d8e5b8' } },
  { light: { paper: '#c2e9ce', ink: '#115531' }, dark: { paper: '#20462f', ink: '#c0eacd' } },
  { light: { paper: '#b5eae6', ink: '#005652' }, dark: { paper: '#054744', ink: '#b0ebe7' } },
  { light: { paper: '#b8e7fa', ink: '#00516c' }, dark: { paper: '#104355', ink: '#b4e7fc' } },
  { light: { paper: '#c9dfff', ink: '#294778' }, dark: { paper: '#2a3d5d', ink: '#c7dfff' } },
  { light: { paper: '#e3d6fe', ink: '#4f3b71' }, dark: { paper: '#423658', ink: '#e4d6ff' } },
  { light: { paper: '#f8d0ea', ink: '#673257' }, dark: { paper: '#523047', ink: '#facfeb' } },
]

/** Returns which of the colors a person has: always the same, whatever their name. */
export function avatarColorOf(userId: string): number {
  let hash = 0
  for (const character of userId) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % avatarColors.length
}

/** Returns the styles of initials in the color of a person. They follow the theme. */
export function avatarStyleOf(userId: string): { backgroundColor: string; color: string } | undefined {
  const colors = avatarColors[avatarColorOf(userId)]
  if (!colors) return undefined
  const { light, dark } = colors
  return {
    backgroundColor: `light-dark(${light.paper}, ${dark.paper})`,
    color: `light-dark(${light.ink}, ${dark.ink})`,
  }
}
