/** The minimal settings of a live portal. */
export const liveSettings = {
  SITE_MODE: 'live',
  SITE_URL: 'https://news.example.cn',
  API_CLIENT: 'reader:something-long',
  SMS_PROVIDER: 'aliyun',
  ALIYUN_ACCESS_KEY_ID: 'id',
  ALIYUN_ACCESS_KEY_SECRET: 'secret',
  ALIYUN_SMS_SIGN: '观澜',
  ALIYUN_SMS_TEMPLATES: 'SMS_1',
  SMTP_URL: 'smtps://user:password@mail.example.cn:465',
  MAIL_FROM: '海岸日报 <no-reply@news.example.cn>',
};
