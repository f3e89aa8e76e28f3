import { emailTexts, type FormTexts } from '../../api/problems.ts'

export const inviteFormTexts: FormTexts = {
  email: emailTexts,
  role: { name: 'role', missing: 'Choose a role.', invalid: 'Choose a role.' },
}
