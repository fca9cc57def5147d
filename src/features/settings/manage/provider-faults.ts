import type { SmtpFault } from '#kernel/mail/smtp.ts';

const aliyunMessages: Readonly<Record<string, string>> = {
  'InvalidAccessKeyId.NotFound': 'AccessKey ID 不存在，请核对',
  'InvalidAccessKeyId.Inactive': '这个 AccessKey 已停用，请在阿里云控制台启用它',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确，请重新填写',
  'Forbidden.RAM': '这个 AccessKey 没有发短信的权限，请授予 AliyunDysmsFullAccess',
  'isv.SMS_SIGNATURE_ILLEGAL': '短信签名不存在或没有审核通过',
  'isv.INVALID_SIGNATURE': '短信签名不存在或没有审核通过',
  'isv.SMS_SIGN_ILLEGAL': '短信签名不存在或没有审核通过',
  'isv.SMS_TEMPLATE_ILLEGAL': '短信模板不存在或没有审核通过',
  'isv.INVALID_PARAMETERS': '短信模板的变量应只有一个 code',
  'isv.TEMPLATE_MISSING_PARAMETERS': '短信模板的变量应只有一个 code',
  'isv.AMOUNT_NOT_ENOUGH': '阿里云账户余额不足，请充值',
  'isv.OUT_OF_SERVICE': '阿里云短信业务已停机，请充值后再试',
  'isv.PRODUCT_UN_SUBSCRIPT': '这个阿里云账号没有开通短信服务',
  'isv.BUSINESS_LIMIT_CONTROL': '你的手机接收短信太频繁，签名和模板应已正确，请稍后再试',
  'isv.MOBILE_NUMBER_ILLEGAL': '你账号的手机号不能接收短信，请换一个手机号',
};

/** Explains an error code of Aliyun to the administrator. */
export const explainAliyun = (code: string): string =>
  aliyunMessages[code] ??
  (code === 'no answer' ? '阿里云没有响应，请检查本机能否访问外网' : `阿里云没有受理（${code}）`);

/** Explains an error code of WeChat to the administrator; null if app id and secret are right. */
export function explainWechat(code: number | undefined): string | null {
  if (code === 40029 || code === 40163 || code === 41008) return null;
  if (code === 40013) return 'AppID 不正确（40013），请核对';
  if (code === 40125 || code === 41004) return `AppSecret 不正确（${code}），请在微信开放平台核对或重置`;
  if (code === 40164) return '本机的公网地址不在微信的 IP 白名单里（40164），请在开放平台添加';
  if (code === 45011) return '微信说请求太频繁（45011），请稍后再试';
  if (code === -1) return '微信系统繁忙（-1），请稍后再试';
  if (code === undefined) return '微信没有响应，请检查本机能否访问 api.weixin.qq.com';
  return `微信没有接受（${code}），请核对 AppID 和 AppSecret`;
}

const smtpMessages: Readonly<Record<string, string>> = {
  EAUTH: '用户名或密码不正确；许多邮箱要用“授权码”代替登录密码',
  EDNS: '找不到这台邮件服务器，请核对主机名',
  ENOTFOUND: '找不到这台邮件服务器，请核对主机名',
  ECONNECTION: '连不上邮件服务器，请核对主机和端口：smtps 通常是 465，smtp 通常是 587',
  ESOCKET: '连不上邮件服务器，请核对主机、端口和加密方式：smtps 通常是 465，smtp 通常是 587',
  ETIMEDOUT: '邮件服务器十秒没有响应，请核对端口，或检查本机能否访问它',
  ETLS: '与邮件服务器不能建立加密连接，请检查它的证书',
  EENVELOPE: '邮件服务器不接受发件人或收件人',
};

/** Explains the failure of an SMTP server or of the connection to it, followed by the server's code and message. */
export function explainSmtp({ code, responseCode, response }: SmtpFault): string {
  const reason = smtpMessages[code] ?? '邮件没有发出';
  return responseCode ? `${reason}。服务器的回答：${response}` : reason;
}

const s3Messages: Readonly<Record<string, string>> = {
  NoSuchBucket: '没有这个存储桶，请先创建它或核对名字和地域',
  InvalidAccessKeyId: 'AccessKey ID 不存在，请核对',
  SignatureDoesNotMatch: 'AccessKey Secret 不正确，请重新填写',
  AccessDenied: '这个 AccessKey 没有读写这个存储桶的权限',
  AuthorizationHeaderMalformed: '地域不正确，请核对',
  SecondLevelDomainForbidden: '这家存储不支持路径风格，请关掉它',
  PermanentRedirect: '存储桶在另一个地域，请核对地域和存储地址',
  ENOTFOUND: '找不到存储地址，请核对；自建的 MinIO 通常要打开路径风格',
  ECONNREFUSED: '存储地址没有响应，请核对主机和端口',
  TimeoutError: '存储地址没有响应，请核对，或检查本机能否访问它',
};

/** Explains a failure of the storage by its error code only, since its messages quote keys and addresses. */
export function explainS3(error: unknown): string {
  const { name = '', code = '' } = error as { name?: string; code?: string };
  return (
    s3Messages[name] ??
    s3Messages[code] ??
    `存储没有接受（${code || name || '没有响应'}），请核对存储地址和地域`
  );
}
