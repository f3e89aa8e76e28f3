import type { FormTexts } from '../../api/problems.ts'

export const handOverFormTexts: FormTexts = {
  userId: { name: 'new owner', missing: 'Choose the new owner.', invalid: 'Choose the new owner.' },
  password: { name: 'password', missing: 'Enter your password.' },
}
