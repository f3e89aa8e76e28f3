/** `createGoalUpdate` as people read it: `Create goal update`. */
export function operationName(id: string): string {
  const words = id.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/\bapi\b/, 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
