/** The package that speaks SMTP. `smtp-delivery.ts` imports this module with the first email: most processes send none by SMTP. */
export { createTransport } from 'nodemailer'
