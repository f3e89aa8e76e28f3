import { emailTexts, type FormTexts } from '../../data/api/failures/problems.ts'
import { texts } from './texts.ts'

export const inviteFormTexts: FormTexts = {
  email: emailTexts,
  role: texts.invite.form.role,
}
