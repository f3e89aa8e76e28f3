import type { FormTexts } from '../api/problems.ts'

export const labelFormTexts: FormTexts = {
  name: { name: 'name' },
  color: { name: 'color', invalid: 'Choose another color.' },
  description: { name: 'description' },
}
