import type { SmtpFault } from '#kernel/mail/smtp.ts';

const aliyun: Readonly<Record<string, string>> = {
  'InvalidAccessKeyId.NotFound': 'AccessKey ID 不存在，请核对（accessKeyId）',
  'InvalidAccessKeyId.Inactive': '这个 AccessKey 已停用，请在阿里云控制台启用它（accessKeyId）',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确，请重新填写（accessKeySecret）',
  'Forbidden.RAM': '这个 AccessKey 没有发短信的权限，请授予 AliyunDysmsFullAccess',
  'isv.SMS_SIGNATURE_ILLEGAL': '短信签名不存在或没有审核通过（signName）',
  'isv.INVALID_SIGNATURE': '短信签名不存在或没有审核通过（signName）',
  'isv.SMS_SIGN_ILLEGAL': '短信签名不存在或没有审核通过（signName）',
  'isv.SMS_TEMPLATE_ILLEGAL': '短信模板不存在或没有审核通过（templates）',
  'isv.INVALID_PARAMETERS': '短信模板的变量应只有一个 code（templates）',
  'isv.TEMPLATE_MISSING_PARAMETERS': '短信模板的变量应只有一个 code（templates）',
  'isv.AMOUNT_NOT_ENOUGH': '阿里云账户余额不足，请充值',
  'isv.OUT_OF_SERVICE': '阿里云短信业务已停机，请充值后再试',
  'isv.PRODUCT_UN_SUBSCRIPT': '这个阿里云账号没有开通短信服务',
  'isv.BUSINESS_LIMIT_CONTROL': '您的手机接收短信太频繁，签名和模板应已正确，请稍后再试',
  'isv.MOBILE_NUMBER_ILLEGAL': '您账号的手机号不能接收短信，请换一个手机号',
};

/** What Aliyun's code means to whoever sets it up. */
export const explainAliyun = (code: string): string =>
  aliyun[code] ??
  (code === 'no answer' ? '阿里云没有响应，请检查本机能否访问外网' : `阿里云没有受理（${code}）`);

/** The same of WeChat's number; null when application and secret are right. */
export function explainWechat(code: number | undefined): string | null {
  if (code === 40029 || code === 40163 || code === 41008) return null;
  if (code === 40013) return 'AppID 不正确（40013），请核对（appId）';
  if (code === 40125 || code === 41004)
    return `AppSecret 不正确（${code}），请在微信开放平台核对或重置（secret）`;
  if (code === 40164) return '本机的公网地址不在微信的 IP 白名单里（40164），请在开放平台添加';
  if (code === 45011) return '微信说请求太频繁（45011），请稍后再试';
  if (code === -1) return '微信系统繁忙（-1），请稍后再试';
  if (code === undefined) return '微信没有响应，请检查本机能否访问 api.weixin.qq.com';
  return `微信没有接受（${code}），请核对 AppID 和 AppSecret`;
}

const smtpFaults: Readonly<Record<string, string>> = {
  EAUTH: '用户名或密码不正确（user、password）；许多邮箱要用「授权码」代替登录密码',
  EDNS: '找不到这台邮件服务器（server），请核对主机名',
  ENOTFOUND: '找不到这台邮件服务器（server），请核对主机名',
  ECONNECTION: '连不上邮件服务器（server），请核对主机和端口：smtps 通常是 465，smtp 通常是 587',
  ESOCKET: '连不上邮件服务器（server），请核对主机、端口和加密方式：smtps 通常是 465，smtp 通常是 587',
  ETIMEDOUT: '邮件服务器（server）十秒没有响应，请核对端口，或检查本机能否访问它',
  ETLS: '与邮件服务器（server）不能建立加密连接，请检查它的证书',
  EENVELOPE: '邮件服务器不接受发件人（from）或收件人（to）',
};

/** What an SMTP server or the way to it had against a letter; the server's number and words follow. */
export function explainSmtp({ code, responseCode, response }: SmtpFault): string {
  const reason = smtpFaults[code] ?? '邮件没有发出';
  return responseCode ? `${reason}。服务器的回答：${response}` : reason;
}

const s3: Readonly<Record<string, string>> = {
  NoSuchBucket: '没有这个存储桶（bucket），请先创建它或核对名字和地域',
  InvalidAccessKeyId: 'AccessKey ID 不存在，请核对（accessKeyId）',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确，请重新填写（secretAccessKey）',
  AccessDenied: '这个 AccessKey 没有读写这个存储桶的权限',
  AuthorizationHeaderMalformed: '地域不正确（region），请核对',
  SecondLevelDomainForbidden: '这家存储不支持路径风格（isPathStyle），请关掉它',
  PermanentRedirect: '存储桶在另一个地域（region），请核对地域和存储地址',
  ENOTFOUND: '找不到存储地址（endpoint），请核对；自建的 MinIO 通常要打开路径风格（isPathStyle）',
  ECONNREFUSED: '存储地址（endpoint）没有响应，请核对主机和端口',
  TimeoutError: '存储地址（endpoint）没有响应，请核对，或检查本机能否访问它',
};

/** What the storage had against a file. Its code only: its words quote keys and addresses. */
export function explainS3(error: unknown): string {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return s3[name] ?? s3[code] ?? `存储没有接受（${code || name || '没有响应'}），请核对存储地址和地域`;
}
