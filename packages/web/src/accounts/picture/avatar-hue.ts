/** How many hues there are. More would be hard to tell apart. */
export const avatarHues = 10

/** Returns the hue of a person's initials, in degrees: always the same, whatever their name. `avatar-colored` makes the colors of it. */
export function avatarHueOf(userId: string): number {
  let hash = 0
  for (const character of userId) hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return ((hash % avatarHues) * 360) / avatarHues
}
