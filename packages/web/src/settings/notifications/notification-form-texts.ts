import type { FormTexts } from '../../api/problems.ts'

const chooseTimeZone = 'Choose a time zone.'
const turnOnOrOff = 'Turn this on or off.'

export const notificationFormTexts: FormTexts = {
  timeZone: { name: 'time zone', missing: chooseTimeZone, invalid: 'Choose another time zone.' },
  reportReminders: { name: 'reminders of late reports', missing: turnOnOrOff, invalid: turnOnOrOff },
  deadlineReminders: { name: 'reminders of deadlines', missing: turnOnOrOff, invalid: turnOnOrOff },
  weeklyDigest: { name: 'weekly digest', missing: turnOnOrOff, invalid: turnOnOrOff },
}
